import type { Day } from '../calendar/day.ts';
import { periodOf } from '../calendar/period.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Code } from '../currencies/code.ts';
import { withEnd } from '../currencies/ended.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Hint } from '../hint.ts';
import type { Periods } from '../rates/aggregate.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { LeftOut } from '../rates/left-out.ts';
import { isRunning, runningLine } from '../rates/provisional.ts';
import { type Gap, isOff } from '../sources/source.ts';
import { count, grouped } from '../words.ts';
import { Dropped } from './dropped.ts';
import { leftOutLine } from './left-out.ts';
import { PeriodDays } from './period-days.ts';
import type { Reporter } from './reporter.ts';
import { whyOff } from './why-off.ts';

interface CoverageTerms {
  /** In milliseconds since 1970; if given, days that are not over are noted. */
  readonly now?: number | undefined;
  /** If given, the periods that lack days are named, and each has a figure. */
  readonly periods?: Periods | undefined;
  /** Missing: every day has rates. */
  readonly publishes?: ((day: Day) => boolean) | undefined;
  /** Says of a currency that its source has never had it. */
  readonly neverHad?: ((code: Code) => string | undefined) | undefined;
  /** Days of a range, of which nobody expects that each has rates. */
  readonly isRange?: boolean;
  /** Codes that figures rest on: unusable rates of others are not named. */
  readonly restsOn?: ReadonlySet<string>;
  /** Each rate of a day is a figure that was asked for. */
  readonly hasRows?: boolean;
}

/** The days of a period, and codes with an unusable rate among them. */
interface Unit {
  readonly last: Day;
  readonly rates: DayRates['rates'][];
  readonly dropped: Set<Code>;
}

export class Coverage {
  readonly #gaps: Gap[] = [];
  readonly #dropped = new Dropped();
  #leftOut: readonly LeftOut[] = [];
  #unit: Unit | undefined;
  #lacksFigure = false;
  readonly #seen: Map<Code, number>;
  readonly #running: string[] = [];
  readonly #figureProblems: string[] = [];
  readonly #periodDays: PeriodDays | undefined;
  #days = 0;
  #rates = 0;

  constructor(
    private readonly base: Code,
    private readonly symbols: readonly Code[] | undefined,
    private readonly terms: CoverageTerms = {},
  ) {
    this.#seen = new Map(symbols?.map((code) => [code, 0]));
    this.#periodDays = terms.periods && new PeriodDays(terms.periods, terms.publishes);
  }

  get extent(): string {
    const days = count(this.#days, 'day');
    return this.#periodDays ? days : `${days}, ${count(this.#rates, 'rate')}`;
  }

  shown(day: DayRates): void {
    this.#days++;
    this.#rates += day.rates.size;
    this.#periodDays?.add(day.day, 'day');

    const { now } = this.terms;
    if (now !== undefined && isRunning(day, now)) this.#running.push(runningLine(day, now));
    this.leaveOutOf(day);
    if (this.terms.periods) this.#addTo(periodOf(day.day, this.terms.periods.every).last, day);
    for (const [code, days] of this.#seen) if (day.rates.has(code)) this.#seen.set(code, days + 1);
  }

  /** Names the unusable rates of a day, whether or not the rest of it is shown. */
  leaveOutOf(day: DayRates): void {
    const { restsOn } = this.terms;
    this.#dropped.add(restsOn ? { ...day, dropped: day.dropped?.filter((code) => restsOn.has(code)) } : day);
    if (this.terms.hasRows && this.#droppedOf(day).length > 0) this.#lacksFigure = true;
  }

  #addTo(last: Day, day: DayRates): void {
    if (this.#unit?.last !== last) this.#endUnit();
    this.#unit ??= { last, rates: [], dropped: new Set() };
    this.#unit.rates.push(day.rates);
    for (const code of this.#droppedOf(day)) this.#unit.dropped.add(code);
  }

  #endUnit(): void {
    const { rates, dropped } = this.#unit ?? { rates: [], dropped: [] };
    for (const code of dropped) this.#lacksFigure ||= !rates.some((each) => each.has(code));
    this.#unit = undefined;
  }

  #droppedOf({ dropped = [] }: DayRates): Code[] {
    return dropped.filter((code): code is Code => this.#isAskedFor(code));
  }

  gap(gap: Gap): void {
    this.#gaps.push(gap);
    this.#periodDays?.add(gap.day, isOff(gap) ? 'off' : 'gap');
  }

  /** Days without rates that were asked for one by one, so that somebody may want another instead. */
  get off(): Day[] {
    return this.terms.isRange ? [] : this.#gaps.filter(isOff).map(({ day }) => day);
  }

  #lacking(...kinds: readonly Gap['gap'][]): Day[] {
    return this.#gaps.flatMap(({ day, gap }) => (kinds.includes(gap) ? day : []));
  }

  leaveOut(more: readonly LeftOut[]): void {
    this.#leftOut = [...this.#leftOut, ...more];
  }

  /** What is wrong with figures of the days. */
  addProblems(problems: readonly string[]): void {
    this.#figureProblems.push(...problems);
  }

  /** @throws a usage error if no day has the base */
  checkBase(): void {
    if (this.#days > 0 || this.#lacking('no base').length === 0) return;
    throw new Failure(
      'no_rate',
      this.#never(this.base) ?? withEnd(`no requested day has a rate for the base ${this.base}`, this.base),
    );
  }

  *#notes(): Generator<string> {
    yield* this.#running;
    const early = this.terms.isRange ? this.#lacking('not yet') : [];
    if (early.length > 0) yield `not published yet: ${daysInWords(early)}`;
    const cut = this.#periodDays?.words('the range');
    if (cut) yield cut;

    const all = count(this.#days, 'day');
    for (const [code, days] of this.#seen)
      if (days > 0 && days < this.#days) yield `${code} has a rate on ${grouped(days)} of ${all}`;
    yield* this.#leftOut.map(leftOutLine).filter(Boolean);
  }

  *#problems(): Generator<string> {
    const gaps = this.#lacking('not available', 'no rates').sort();
    if (gaps.length > 0) yield `no rates for ${count(gaps.length, 'day')}: ${daysInWords(gaps)}`;
    const unusable = this.#lacking('unusable').sort();
    if (unusable.length > 0)
      yield `no usable rate on ${count(unusable.length, 'day')}: ${daysInWords(unusable)}`;
    const unheld = this.#lacking('not held');
    if (unheld.length > 0) yield `${count(unheld.length, 'day')} not stored: ${daysInWords(unheld)}`;
    const baseless = this.#lacking('no base');
    const on = `on ${count(baseless.length, 'day')}: ${daysInWords(baseless)}`;
    if (baseless.length > 0) yield `no rate for the base ${this.base} ${on}`;

    const short = this.#periodDays?.words('gaps');
    if (short) yield short;
    yield* this.#figureProblems;
    if (this.#days === 0) return;
    for (const [code, days] of this.#seen)
      if (days === 0) yield this.#never(code) ?? withEnd(`no day has a rate for ${code}`, code);
  }

  /** @param hints what to type instead of days that are off */
  tell(reporter: Pick<Reporter, 'note' | 'problem' | 'lack'>, ...hints: readonly Hint[]): ExitCode {
    for (const note of this.#notes()) reporter.note(note);

    const problems = [...this.#problems()];
    for (const problem of [...this.#dropped.lines(), ...problems]) reporter.problem(problem);
    this.#endUnit();

    if (this.off.length > 0) reporter.lack(new Failure('not_published', this.#offLine(), ...hints));
    const isPartial = this.#lacksFigure || problems.length + this.off.length > 0;
    return isPartial ? exit.partial : exit.ok;
  }

  #offLine(): string {
    const never = this.#lacking('not published');
    const early = this.#lacking('not yet');
    if (never.length === 0) return `no rates are published yet for ${daysInWords(early)}`;
    const yet = early.length > 0 ? `, and not yet for ${daysInWords(early)}` : '';
    const why = whyOff(never, this.terms.publishes ?? (() => false));
    return `no rates are published on ${daysInWords(never)}${why}${yet}`;
  }

  #never(code: Code): string | undefined {
    return this.terms.neverHad?.(code);
  }

  #isAskedFor(code: string): boolean {
    return !this.symbols || this.symbols.includes(code as Code);
  }
}
