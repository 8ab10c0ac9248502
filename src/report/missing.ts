import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { Oddity } from '../client/answer.ts';
import { type ExitCode, exit, usageError } from '../errors.ts';
import type { Gap } from '../fetch/fetched.ts';
import { count } from '../fetch/plan.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { printable } from './words.ts';

/** Keeps book of what was asked for and did not come, and says so at the end. */
export class Coverage {
  readonly #base: Code;
  readonly #symbols: readonly Code[] | undefined;
  readonly #gaps: Record<Gap['gap'], Day[]> = {
    'not available': [],
    'no rates': [],
    'no base': [],
    'not held': [],
  };
  readonly #oddities = new Oddities();
  /** For each symbol the days that have it. */
  readonly #seen: Map<Code, number>;
  #days = 0;

  constructor(base: Code, symbols: readonly Code[] | undefined) {
    this.#base = base;
    this.#symbols = symbols;
    this.#seen = new Map(symbols?.map((code) => [code, 0]));
  }

  shown(day: DayRates): void {
    this.#days++;
    for (const code of this.#seen.keys())
      if (day.rates.has(code)) this.#seen.set(code, (this.#seen.get(code) ?? 0) + 1);
  }

  gap({ day, gap }: Gap): void {
    this.#gaps[gap].push(day);
  }

  odd(oddities: readonly Oddity[]): void {
    this.#oddities.add(oddities);
  }

  /** @throws usage where no day has the base */
  checkBase(): void {
    if (this.#days > 0 || this.#gaps['no base'].length === 0) return;
    throw usageError(`no day asked for has a rate of the base ${this.#base}`);
  }

  /** What is good to know. */
  *#notes(): Generator<string> {
    yield* this.#oddities.surplus();
    yield* this.#oddities.dropped((code) => !this.#isAskedFor(code));
    for (const [code, days] of this.#seen)
      if (days > 0 && days < this.#days) yield `${code} has a rate on ${days} of ${count(this.#days, 'day')}`;
  }

  /** What makes the result partial. */
  *#problems(): Generator<string> {
    const { 'no base': baseless, 'not held': unheld } = this.#gaps;
    const gaps = [...this.#gaps['not available'], ...this.#gaps['no rates']].sort();
    if (gaps.length > 0) yield `no rates for ${count(gaps.length, 'day')}: ${daysInWords(gaps)}`;
    if (unheld.length > 0) yield `${count(unheld.length, 'day')} not held: ${daysInWords(unheld)}`;
    if (baseless.length > 0)
      yield `no rate of the base ${this.#base} on ${count(baseless.length, 'day')}: ${daysInWords(baseless)}`;
    yield* this.#oddities.dropped((code) => this.#isAskedFor(code));
    if (this.#days === 0) return;
    for (const [code, days] of this.#seen) if (days === 0) yield `no day has a rate of ${code}`;
  }

  /** Says what is missing, and gives the exit code for it. */
  tell(reporter: Pick<Reporter, 'note' | 'problem'>): ExitCode {
    for (const note of this.#notes()) reporter.note(note);
    const problems = [...this.#problems()];
    for (const problem of problems) reporter.problem(problem);
    return problems.length > 0 ? exit.partial : exit.ok;
  }

  #isAskedFor(code: string): boolean {
    return !this.#symbols || this.#symbols.includes(code as Code);
  }
}

/** What answers brought beside what is right, in words. */
export class Oddities {
  /** The rates that are none, by code. */
  readonly #dropped = new Map<string, Day[]>();
  readonly #surplus: string[] = [];

  add(oddities: readonly Oddity[]): void {
    for (const oddity of oddities) {
      if (oddity.kind === 'surplus') this.#surplus.push(oddity.day);
      if (oddity.kind === 'dropped') listAt(this.#dropped, oddity.code).push(oddity.day);
    }
  }

  /** A line for all codes that have no rate on the same days. */
  *dropped(isMeant: (code: string) => boolean): Generator<string> {
    const codesOn = new Map<string, string[]>();
    for (const [code, days] of this.#dropped)
      if (isMeant(code)) listAt(codesOn, daysInWords(days)).push(printable(code));
    for (const [days, codes] of codesOn) yield `no usable rate of ${codes.join(', ')} on ${days}`;
  }

  *surplus(): Generator<string> {
    if (this.#surplus.length > 0)
      yield `left out ${count(this.#surplus.length, 'day')} that had not been asked for: ${quoted(this.#surplus)}`;
  }
}

/** Says what whole days had too much, and what they lack; true where they lack something. */
export function tellOddities(all: readonly Oddity[], reporter: Reporter): boolean {
  const oddities = new Oddities();
  oddities.add(all);
  for (const note of oddities.surplus()) reporter.note(note);
  const problems = [...oddities.dropped(() => true)];
  for (const problem of problems) reporter.problem(problem);
  return problems.length > 0;
}

function quoted(words: readonly string[]): string {
  const shown = words.slice(0, 5).map(printable);
  return shown.join(', ') + (words.length > shown.length ? ', …' : '');
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
