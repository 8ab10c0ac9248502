import { type Day, isWeekend, weekdayOf } from '../calendar/day.ts';
import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import type { Calendar } from '../calendar/publishing.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Code } from '../currencies/code.ts';
import { withEnd } from '../currencies/ended.ts';
import { fixedInWords } from '../currencies/replaced.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Hint } from '../hint.ts';
import type { Findings, LeftOut } from '../output/format.ts';
import type { Periods } from '../rates/aggregate.ts';
import { type DayRates, isRunning, runningLine } from '../rates/day-rates.ts';
import { isNotDue, isUnavailable, type UnavailableDay } from '../sources/source.ts';
import { count, firstFew, grouped, printable } from '../words.ts';
import type { Reporter } from './reporter.ts';

interface CoverageTerms {
  /** In milliseconds since 1970; if given, days that are not over are noted. */
  readonly now?: number | undefined;
  /** If given, the periods that lack days are named, and each has a figure. */
  readonly periods?: Periods | undefined;
  /** Missing: every day has rates. */
  readonly publishes?: Calendar['publishes'] | undefined;
  /** Says of a currency that its source has never had it. */
  readonly neverHad?: ((code: Code) => string | undefined) | undefined;
  /** Days of a range, of which nobody expects that each has rates. */
  readonly isRange?: boolean;
  /** Codes that figures rest on: unusable rates of others are not named. */
  readonly restsOn?: ReadonlySet<string>;
  /** Each rate of a day is a figure that was asked for. */
  readonly hasRows?: boolean;
}

/** Codes of a day whose rates are 0, negative or not a number. */
export type UnusableRates = Pick<DayRates, 'day' | 'dropped'>;

/** A day that is not shown: it has no rates, or none for the base. */
type MissingDay = UnavailableDay & Pick<DayRates, 'dropped'>;

interface PeriodCount {
  readonly period: Period;
  days: number;
  /** Days whose rates will be published, but are not there yet. */
  notYet: number;
  hasGaps: boolean;
}

/** Counts the requested days, added in order, and finds the missing ones. */
export class Coverage {
  readonly #missing = new Map<UnavailableDay['reason'], Day[]>();
  readonly #unusable: UnusableRates[] = [];
  readonly #provisional: string[] = [];
  readonly #periods: PeriodCount[] = [];
  /** Days of the last period. */
  #ofPeriod: DayRates[] = [];
  #lacksFigure = false;
  /** On how many days each code has a rate. */
  readonly #rated: Map<Code, number>;
  #days = 0;
  #rates = 0;

  constructor(
    private readonly base: Code,
    private readonly symbols: readonly Code[] | undefined,
    private readonly terms: CoverageTerms = {},
  ) {
    this.#rated = new Map(symbols?.map((code) => [code, 0]));
  }

  get extent(): string {
    const days = count(this.#days, 'day');
    return this.terms.periods ? days : `${days}, ${count(this.#rates, 'rate')}`;
  }

  add(outcome: DayRates | MissingDay): void {
    const { day, dropped = [] } = outcome;
    const { now, restsOn, hasRows } = this.terms;
    const period = this.#periodOf(day);
    if (isUnavailable(outcome)) {
      if (!this.#missing.get(outcome.reason)?.push(day)) this.#missing.set(outcome.reason, [day]);
      if (period && !isNotDue(outcome)) period.hasGaps = true;
      else if (period && this.#publishes(day)) period.notYet++;
    } else {
      this.#days++;
      this.#rates += outcome.rates.size;
      for (const [code, days] of this.#rated) if (outcome.rates.has(code)) this.#rated.set(code, days + 1);
      if (now !== undefined && isRunning(outcome, now)) this.#provisional.push(runningLine(outcome, now));
      if (period) period.days = this.#ofPeriod.push(outcome);
    }
    if (dropped.length === 0) return;
    this.#unusable.push({ day, dropped: restsOn ? dropped.filter((code) => restsOn.has(code)) : dropped });
    if (hasRows && dropped.some((code) => this.#isRequested(code))) this.#lacksFigure = true;
  }

  #isRequested(code: string) {
    return !this.symbols || this.symbols.includes(code as Code);
  }

  #publishes(day: Day) {
    return this.terms.publishes?.(day) ?? true;
  }

  #periodOf(day: Day): PeriodCount | undefined {
    if (!this.terms.periods) return undefined;
    const last = this.#periods.at(-1);
    if (last && day <= last.period.last) return last;

    this.#endPeriod();
    const next = { period: periodOf(day, this.terms.periods.every), days: 0, notYet: 0, hasGaps: false };
    this.#periods.push(next);
    return next;
  }

  /** A code whose rates are all unusable has no figure. */
  #endPeriod() {
    const days = this.#ofPeriod;
    for (const code of new Set(days.flatMap(({ dropped = [] }) => dropped)))
      if (this.#isRequested(code) && !days.some(({ rates }) => rates.has(code as Code)))
        this.#lacksFigure = true;
    this.#ofPeriod = [];
  }

  #missingFor(...reasons: readonly UnavailableDay['reason'][]) {
    return reasons.flatMap((reason) => this.#missing.get(reason) ?? []).sort();
  }

  /** Days without rates that were asked for one by one, so that somebody may want another instead. */
  get closed(): Day[] {
    return this.terms.isRange ? [] : this.#missingFor('closed', 'not published yet');
  }

  /** @throws a usage error if no day has the base */
  checkBase(): void {
    if (this.#days > 0 || !this.#missing.has('no base')) return;
    const none = withEnd(`no requested day has a rate for the base ${this.base}`, this.base);
    throw new Failure('no_rate', this.terms.neverHad?.(this.base) ?? none);
  }

  /** @param hints what to type instead of closed days @param findings of the format */
  report(
    reporter: Pick<Reporter, 'note' | 'problem' | 'partial'>,
    hints: readonly Hint[] = [],
    findings: Findings = { leftOut: [], problems: [] },
  ): ExitCode {
    this.#endPeriod();
    const { isRange, neverHad } = this.terms;
    const early = isRange ? this.#missingFor('not published yet') : [];
    // a range of closed days only has no other reason
    const reasons = early.length > 0 ? 2 : 1;
    const isClosed =
      isRange && this.#missing.has('closed') && this.#days === 0 && this.#missing.size === reasons;
    const unstored = this.#missingFor('not stored');
    const missing = (what: string, days: readonly Day[]) =>
      onDays(`${what} ${count(days.length, 'day')}`, days);
    const notes = [
      ...this.#provisional,
      isClosed ? this.#closedLine() : onDays('not published yet', early),
      this.#shortPeriods(false),
    ];
    const problems = [
      missing('no rates for', this.#missingFor('unavailable', 'no rates')),
      missing('no usable rate on', this.#missingFor('unusable')),
      onDays(`${count(unstored.length, 'day')} not stored`, unstored),
      missing(`no rate for the base ${this.base} on`, this.#missingFor('no base')),
      this.#shortPeriods(true),
      ...findings.problems,
    ].filter(Boolean);
    for (const [code, days] of this.#rated) {
      if (days === 0 && this.#days > 0)
        problems.push(neverHad?.(code) ?? withEnd(`no day has a rate for ${code}`, code));
      else if (days < this.#days)
        notes.push(`${code} has a rate on ${grouped(days)} of ${count(this.#days, 'day')}`);
    }

    for (const note of [...notes, ...findings.leftOut.map(leftOutLine)]) if (note) reporter.note(note);
    for (const problem of [...unusableLines(this.#unusable), ...problems]) reporter.problem(problem);
    const { closed } = this;
    if (closed.length > 0) reporter.partial(new Failure('not_published', this.#closedLine(), ...hints));
    return this.#lacksFigure || problems.length + closed.length > 0 ? exit.partial : exit.ok;
  }

  #closedLine() {
    const never = this.#missingFor('closed');
    const early = daysInWords(this.#missingFor('not published yet'));
    if (never.length === 0) return `no rates are published yet for ${early}`;
    return `${noneOn(never, this.terms.publishes)}${early && `, and not yet for ${early}`}`;
  }

  /** The periods that lack days: those with gaps, or those that the range cuts. */
  #shortPeriods(withGaps: boolean): string {
    const { weekdays = false } = this.terms.periods ?? {};
    const words: string[] = [];
    for (const { period, days, notYet, hasGaps } of this.#periods) {
      // of a period without one, no day with rates was asked for
      if (hasGaps !== withGaps || (days === 0 && !withGaps)) continue;
      const due = daysOf(period, { weekdays }).filter((day) => this.#publishes(day)).length - notYet;
      if (days < due) words.push(`${period.name} has ${days} of ${count(due, weekdays ? 'weekday' : 'day')}`);
    }
    const more = words.length - mostPeriods;
    if (more > 0) words.splice(mostPeriods, more, `and ${more} more ${more === 1 ? 'lacks' : 'lack'} days`);
    return words.join(', ');
  }
}

const mostPeriods = 20;

/** Empty without days. */
const onDays = (what: string, days: readonly Day[]) =>
  days.length > 0 ? `${what}: ${daysInWords(days)}` : '';

function leftOutLine({ why, days }: LeftOut) {
  if (days.size === 0) return '';
  const codes = Array.from(days, ([code, number]) => `${code} on ${count(number, 'day')}`);
  return `left out because ${why}: ${firstFew(codes, mostCodes)}`;
}

/** One line for all codes whose rates are unusable on the same days; a response may have nothing else. */
function unusableLines(days: Iterable<UnusableRates>): string[] {
  const daysOfCode = new Map<string, Day[]>();
  for (const { day, dropped = [] } of days)
    for (const code of dropped) {
      if (!daysOfCode.get(code)?.push(day)) daysOfCode.set(code, [day]);
    }
  const codesOfDays = new Map<string, string[]>();
  for (const [code, days] of daysOfCode) {
    const text = days.join();
    if (!codesOfDays.get(text)?.push(code)) codesOfDays.set(text, [code]);
  }
  const all = Array.from(codesOfDays, ([text, codes]) => {
    const days = text.split(',') as Day[];
    return { codes, days, rates: codes.length * days.length };
  });

  const leftOut = (rates: number) => `${count(rates, 'unusable rate')} left out`;
  const lines = all
    .slice(0, mostLines)
    .map(({ codes, days, rates }) => `${leftOut(rates)}: ${codesInWords(codes)} on ${daysInWords(days)}`);
  const others = all.slice(mostLines);
  if (others.length === 0) return lines;
  const codes = others.flatMap((group) => group.codes);
  const rates = others.reduce((sum, group) => sum + group.rates, 0);
  return [...lines, `${leftOut(rates)}, of ${count(codes.length, 'more code')}`];
}

export function reportDropped(days: Iterable<UnusableRates>, reporter: Pick<Reporter, 'problem'>): void {
  for (const line of unusableLines(days)) reporter.problem(line);
}

const mostLines = 20;

const mostCodes = 200;

export const codesInWords = (codes: readonly string[]): string => firstFew(codes.map(printable), mostCodes);

/** `no rates are published on 2024-01-20, a Saturday`; why not, where the calendar says it. */
function noneOn(days: readonly Day[], publishes?: Calendar['publishes'], limit?: number) {
  const words = `no rates are published on ${daysInWords(days, limit)}`;
  if (!publishes || days.some(publishes)) return words;
  const kinds = new Set(days.map((day) => (isWeekend(day) ? weekdayOf(day) : 'bank holiday')));
  return days.length === 1
    ? `${words}, a ${[...kinds].join()}`
    : `${words}: ${[...kinds].map((kind) => `${kind}s`).join(', ')}`;
}

/**
 * `no rates are published on 2024-01-20, a Saturday; those of 2024-01-19 count`
 * @param closed closed days, and the day whose rates count for each
 */
export function closedLine(closed: ReadonlyMap<Day, Day>, publishes: Calendar['publishes']): string {
  const [counting, ...others] = new Set(closed.values());
  const whose = others.length === 0 ? counting : 'the last publishing day before each';
  return `${noneOn([...closed.keys()], publishes, mostClosedNamed)}; those of ${whose} count`;
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
