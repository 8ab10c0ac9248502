import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Failure } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Sparse } from '../fetch/keeper.ts';
import type { Plan } from '../fetch/plan.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Ledger } from '../sources/ledger.ts';
import { sparseWords } from '../store/neighbours.ts';
import { count, grouped, printable } from '../words.ts';
import type { Reporter } from './reporter.ts';

export function tellKept({ keeper, store }: Holdings, reporter: Reporter): void {
  const { changed, poorer, sparse, contradicted, unfinished, unwritten, lost } = keeper.takeNews();
  const couldNot = (what: string, failures: ReadonlyMap<Day, Failure>) => {
    const [failure] = failures.values();
    const days = [...failures.keys()];
    if (failure)
      reporter.problem(`${count(days.length, 'day')} could not be ${what}: ${listOf(days)}: ${failure.message}`);
  };
  couldNot('stored', unwritten);
  couldNot('kept and will cost again', lost);
  if (unfinished.size > 0)
    reporter.problem(
      `${count(unfinished.size, 'day')} not stored, unfinished by the service's clock: ${listOf(unfinished)}`,
    );
  if (poorer.size > 0) reporter.problem(`days with fewer rates than stored: ${listOf(poorer)}`);
  if (changed.size > 0) reporter.note(`days that changed since they were stored: ${listOf(changed)}`);
  tellSparse(sparse, reporter);
  tellContradicted(contradicted, reporter);
  const { older } = store.places;
  if (poorer.size > 0) reporter.problem(`the stored rates stay; the new answers are in ${older}`);
  if (changed.size > 0) reporter.note(`the earlier files are in ${older}`);
}

function tellContradicted(days: ReadonlyMap<Day, readonly string[]>, reporter: Reporter): void {
  const named = [...days].slice(0, mostNamed).map(([day, codes]) => `${codesInWords(codes)} on ${day}`);
  const more = days.size > mostNamed ? `, and on ${count(days.size - mostNamed, 'more day')}` : '';
  if (days.size > 0) reporter.note(`the stored rates stay where what came differs: ${named.join(', ')}${more}`);
}

function tellSparse(sparse: readonly Sparse[], reporter: Reporter): void {
  for (const { day, codes, nearest, isDue } of sparse.slice(0, mostNamed))
    reporter.note(
      `${day} ${sparseWords(codes, nearest)}: kept, ${isDue ? 'and asked for once more when a code is missing' : 'and not asked for again'}`,
    );
  const more = sparse.slice(mostNamed).map(({ day }) => day);
  if (more.length > 0) reporter.note(`the same goes for ${listOf(more)}`);
}

export function tellInterrupted({ keeper, refresh }: Holdings, reporter: Reporter): void {
  if (keeper.stored === 0) return;
  const kept = `${count(keeper.stored, 'day')} ${keeper.stored === 1 ? 'is' : 'are'} kept`;
  reporter.note(refresh ? kept : `${kept}; the same command goes on from there`);
}

const listOf = (days: Iterable<Day>) => daysInWords([...days].sort());

export function costLine({ days, countHeld, missing, cost }: Plan, left?: number): string {
  const line = `${count(days, 'day')}: ${grouped(countHeld())} held, ${grouped(missing)} to fetch, cost ${count(cost, 'request')}`;
  return left === undefined ? line : `${line}, ${grouped(left)} left`;
}

/** `cost 31 to 62 requests (one answer of 31 days was lost)`; undefined if no answer was lost. */
export function spentLine({ charged, lost, lostAnswers }: Ledger): string | undefined {
  if (lostAnswers === 0) return undefined;
  const [answers, were] = lostAnswers === 1 ? ['one answer', 'was'] : [count(lostAnswers, 'answer'), 'were'];
  const why = `${answers} of ${count(lost, 'day')} ${were} lost`;
  return `cost ${grouped(charged)} to ${grouped(charged + lost)} requests (${why})`;
}

export class Dropped {
  readonly #days = new Map<string, Day[]>();

  add({ day, dropped = [] }: Pick<DayRates, 'day' | 'dropped'>): void {
    for (const code of dropped) {
      const days = this.#days.get(code);
      if (days) days.push(day);
      else this.#days.set(code, [day]);
    }
  }

  /** One line for all codes that lack a rate on the same days; an answer may have nothing else. */
  *lines(isMeant: (code: string) => boolean): Generator<string> {
    const groups = new Map<string, { codes: string[]; days: readonly Day[] }>();
    for (const [code, days] of this.#days) {
      if (!isMeant(code)) continue;
      const key = days.join();
      const group = groups.get(key) ?? { codes: [], days };
      group.codes.push(code);
      groups.set(key, group);
    }
    const all = [...groups.values()];
    for (const { codes, days } of all.slice(0, mostLines))
      yield `no usable rate for ${codesInWords(codes)} on ${daysInWords(days)}`;
    const more = all.slice(mostLines).reduce((sum, { codes }) => sum + codes.length, 0);
    if (more > 0) yield `no usable rate for ${count(more, 'more code')}`;
  }
}

const mostNamed = 5;

const mostLines = 20;

const mostCodes = 200;

function codesInWords(codes: readonly string[]): string {
  const words = codes.slice(0, mostCodes).map(printable);
  if (codes.length > mostCodes) words.push(`and ${grouped(codes.length - mostCodes)} more`);
  return words.join(', ');
}

export function tellDropped(days: Iterable<DayRates>, reporter: Pick<Reporter, 'problem'>): void {
  const dropped = new Dropped();
  for (const day of days) dropped.add(day);
  for (const problem of dropped.lines(() => true)) reporter.problem(problem);
}
