import { type Day, isWeekend, weekdayOf } from '../calendar/day.ts';
import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import type { Calendar } from '../calendar/publishing.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Code } from '../currencies/code.ts';
import { withEnd } from '../currencies/ended.ts';
import { fixedInWords } from '../currencies/replaced.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Hint } from '../hint.ts';
import type { Periods } from '../rates/aggregate.ts';
import { type DayRates, isRunning, runningLine } from '../rates/day-rates.ts';
import type { LeftOut } from '../rates/left-out.ts';
import { type DayOutcome, type Gap, isGap, isOff } from '../sources/source.ts';
import { count, grouped, printable } from '../words.ts';
import type { Reporter } from './reporter.ts';

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
interface PeriodUnit {
  readonly last: Day;
  readonly rates: DayRates['rates'][];
  readonly dropped: Set<Code>;
}

export class Coverage {
  readonly #gaps: Gap[] = [];
  readonly #dropped = new Dropped();
  #leftOut: readonly LeftOut[] = [];
  #unit: PeriodUnit | undefined;
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

  /** A day that is not shown: it has no rates, or none for the base. */
  missing(outcome: DayOutcome): Gap {
    const gap: Gap = isGap(outcome) ? outcome : { day: outcome.day, gap: 'no base' };
    if (!isGap(outcome)) this.leaveOutOf(outcome);
    this.gap(gap);
    return gap;
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
  report(reporter: Pick<Reporter, 'note' | 'problem' | 'lack'>, ...hints: readonly Hint[]): ExitCode {
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

const mostPeriods = 20;

interface Counted {
  readonly period: Period;
  days: number;
  /** Days whose rates will be published, but are not there yet. */
  off: number;
  hasGaps: boolean;
}

/** Counts the days with rates of each period. */
export class PeriodDays {
  readonly #counted: Counted[] = [];

  constructor(
    private readonly periods: Periods,
    private readonly publishes = (_day: Day) => true,
  ) {}

  /** Takes the days asked for, in order. */
  add(day: Day, as: 'day' | 'gap' | 'off'): void {
    let counted = this.#counted.at(-1);
    if (!counted || day > counted.period.last) {
      counted = { period: periodOf(day, this.periods.every), days: 0, off: 0, hasGaps: false };
      this.#counted.push(counted);
    }
    if (as === 'gap') counted.hasGaps = true;
    else if (as === 'day') counted.days++;
    else if (this.publishes(day)) counted.off++;
  }

  /** The periods that lack days: those with gaps, or those that the range cuts. */
  words(why: 'gaps' | 'the range'): string {
    const { weekdays } = this.periods;
    const short = this.#counted
      .filter(({ hasGaps }) => hasGaps === (why === 'gaps'))
      .map(({ period, days, off }) => {
        const all = daysOf(period, { weekdays }).filter(this.publishes).length - off;
        return { name: period.name, days, all };
      })
      // of a period without one, no day with rates was asked for
      .filter(({ days, all }) => days < all && (days > 0 || why === 'gaps'));

    const noun = weekdays ? 'weekday' : 'day';
    const named = short.slice(0, mostPeriods);
    const words = named.map(({ name, days, all }) => `${name} has ${days} of ${count(all, noun)}`);
    const more = short.length - named.length;
    if (more > 0) words.push(`and ${more} more ${more === 1 ? 'lacks' : 'lack'} days`);
    return words.join(', ');
  }
}

export function leftOutLine({ why, days }: LeftOut): string {
  if (days.size === 0) return '';
  const codes = Array.from(days, ([code, number]) => `${code} on ${count(number, 'day')}`);
  const more = codes.length > mostCodes ? `, and ${codes.length - mostCodes} more` : '';
  return `left out because ${why}: ${codes.slice(0, mostCodes).join(', ')}${more}`;
}

/** Codes whose rates cannot be used, by the days on which they came. */
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
  *lines(): Generator<string> {
    const groups = new Map<string, { codes: string[]; days: readonly Day[] }>();
    for (const [code, days] of this.#days) {
      const key = days.join();
      const group = groups.get(key) ?? { codes: [], days };
      group.codes.push(code);
      groups.set(key, group);
    }

    const all = [...groups.values()];
    for (const { codes, days } of all.slice(0, mostLines))
      yield `${leftOut(codes.length * days.length)}: ${codesInWords(codes)} on ${daysInWords(days)}`;

    const others = all.slice(mostLines);
    const codes = others.reduce((sum, { codes }) => sum + codes.length, 0);
    const rates = others.reduce((sum, { codes, days }) => sum + codes.length * days.length, 0);
    if (rates > 0) yield `${leftOut(rates)}, of ${count(codes, 'more code')}`;
  }
}

const leftOut = (rates: number) => `${count(rates, 'unusable rate')} left out`;

export function reportDropped(days: Iterable<DayRates>, reporter: Pick<Reporter, 'problem'>): void {
  const dropped = new Dropped();
  for (const day of days) dropped.add(day);
  for (const problem of dropped.lines()) reporter.problem(problem);
}

const mostLines = 20;

const mostCodes = 200;

export function codesInWords(codes: readonly string[]): string {
  const words = codes.slice(0, mostCodes).map(printable);
  if (codes.length > mostCodes) words.push(`and ${grouped(codes.length - mostCodes)} more`);
  return words.join(', ');
}

/** `, a Saturday`: why a bank publishes nothing on the days; empty where its calendar does not say. */
function whyOff(days: readonly Day[], publishes: Calendar['publishes']): string {
  if (days.some(publishes)) return '';
  const kinds = new Set(days.map((day) => (isWeekend(day) ? weekdayOf(day) : 'bank holiday')));
  if (days.length === 1) return `, a ${[...kinds].join('')}`;
  return `: ${[...kinds].map((kind) => `${kind}s`).join(', ')}`;
}

/**
 * `no rates are published on 2024-01-20, a Saturday; those of 2024-01-19 count`
 * @param closed closed days, and the day whose rates count for each
 */
export function closedLine(closed: ReadonlyMap<Day, Day>, publishes: Calendar['publishes']): string {
  const days = [...closed.keys()];
  const [counting, ...others] = new Set(closed.values());
  const whose = others.length === 0 ? counting : 'the last publishing day before each';
  return `no rates are published on ${daysInWords(days, mostClosedNamed)}${whyOff(days, publishes)}; those of ${whose} count`;
}

const mostClosedNamed = 5;

export function noteFixed(codes: Iterable<Code>, reporter: Pick<Reporter, 'note'>): void {
  for (const code of codes) reporter.note(`the rate of ${code} is fixed: ${fixedInWords(code)}`);
}

/** @param files that list the currencies though their rates are fixed */
export function warnOfListed(
  codes: Iterable<Code>,
  files: string,
  reporter: Pick<Reporter, 'problem'>,
): void {
  for (const code of codes)
    reporter.problem(`the rate of ${code} is that of ${files}, though by law ${fixedInWords(code)}`);
}
