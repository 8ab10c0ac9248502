import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Failure } from '../errors.ts';
import type { Incomplete } from '../fetch/receiver.ts';
import type { StoredDays } from '../fetch/stored-days.ts';
import { sparseWords } from '../store/neighbours.ts';
import { count, printable } from '../words.ts';
import { codesInWords } from './coverage.ts';
import type { Reporter } from './reporter.ts';

const mostNamed = 5;

/** What is new of the days that were received since this was last called. */
export function reportReceived({ receiver, store }: StoredDays, reporter: Reporter): void {
  const { changed, putAside, gone, incomplete, contradicted, notFinal, unwritten, lost } =
    receiver.takeReceived();
  reportFailed('stored', unwritten, reporter);
  reportFailed('stored and will be charged again', lost, reporter);
  if (notFinal.size > 0) {
    const days = count(notFinal.size, 'day');
    reporter.problem(`${days} not stored, unfinished by the service's clock: ${listOf(notFinal)}`);
  }

  const { replaced } = store.places;
  if (putAside.size > 0) {
    reporter.problem(`the response has fewer than half of the stored currencies: ${listOf(putAside)}`);
    reporter.problem(`the stored rates stay; the response is in ${replaced}`);
  }
  if (gone.size > 0) reporter.note(`the source no longer has ${listOf(gone)}; the stored rates stay`);
  reportDiffering('changed since they were stored', changed, reporter);
  if (changed.size > 0) reporter.note(`the replaced files are in ${replaced}`);
  reportIncomplete(incomplete, reporter);
  reportDiffering('the stored rates stay where the received ones differ', contradicted, reporter);
}

/** @param what could not be done to the days */
function reportFailed(what: string, failures: ReadonlyMap<Day, Failure>, reporter: Reporter): void {
  const [failure] = failures.values();
  if (!failure) return;

  const days = `${count(failures.size, 'day')} could not be ${what}: ${listOf(failures.keys())}`;
  reporter.problem(`${days}: ${failure.message}`);
}

function reportIncomplete(incomplete: readonly Incomplete[], reporter: Reporter): void {
  for (const { day, codes, nearest } of incomplete.slice(0, mostNamed))
    reporter.note(
      `${day} ${sparseWords(codes, nearest)}: stored, but incomplete; --refresh fetches it again`,
    );
  const more = incomplete.slice(mostNamed).map(({ day }) => day);
  if (more.length > 0) reporter.note(`the same goes for ${listOf(more)}`);
}

function reportDiffering(what: string, days: ReadonlyMap<Day, readonly string[]>, reporter: Reporter): void {
  if (days.size === 0) return;

  const named = [...days].slice(0, mostNamed).map(([day, codes]) => `${codesInWords(codes)} on ${day}`);
  const more = days.size > mostNamed ? `, and on ${count(days.size - mostNamed, 'more day')}` : '';
  reporter.note(`${what}: ${named.join(', ')}${more}`);
}

export function reportInterrupted({ receiver, refresh }: StoredDays, reporter: Reporter): void {
  if (receiver.stored === 0) return;

  const kept = `${count(receiver.stored, 'day')} ${receiver.stored === 1 ? 'is' : 'are'} stored`;
  reporter.note(refresh ? kept : `${kept}; run the same command again to continue`);
}

const listOf = (days: Iterable<Day>) => daysInWords([...days].sort());

/** @param days dates of a response that were not requested */
export function reportSurplus(days: readonly string[] = [], reporter: Pick<Reporter, 'note'>): void {
  if (days.length === 0) return;

  const shown = days.slice(0, mostNamed).map(printable);
  const list = shown.join(', ') + (days.length > shown.length ? ', …' : '');
  reporter.note(`ignored ${count(days.length, 'unrequested day')}: ${list}`);
}
