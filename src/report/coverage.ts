import { type Day, daysInWords, isWeekend, weekdayOf } from '../calendar/day.ts';
import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { Code } from '../currencies/code.ts';
import { withEnd } from '../currencies/ended.ts';
import { fixedInWords } from '../currencies/replaced.ts';
import { type ExitCode, exit, Failure, type Hint } from '../errors.ts';
import type { FormatFindings } from '../output/format.ts';
import type { Periods } from '../rates/aggregate.ts';
import { type DayRates, isProvisional, provisionalLine } from '../rates/day-rates.ts';
import { isNotDue, isUnavailable, neverHad, type Source, type UnavailableDay } from '../sources/source.ts';
import { count, firstFew, grouped, printable } from '../words.ts';
import type { Reporter } from './reporter.ts';

interface CoverageTerms {
  readonly source: Source;
  readonly base: Code;
  /** Undefined: all. */
  readonly symbols?: readonly Code[] | undefined;
  /** If given, days that are not over are noted. */
  readonly clock?: { readonly now: () => number } | undefined;
  /** If given, the periods that lack days are named, and each has a figure; else each day has one. */
  readonly periods?: Periods | undefined;
  /** Days of a range, in which closed days are expected. */
  readonly isRange?: boolean;
  /** Codes that figures rest on: unusable rates of others are not named. */
  readonly restsOn?: ReadonlySet<string>;
}

/** Codes of a day whose rates are 0, negative or not a number. */
export type UnusableRates = Pick<DayRates, 'day' | 'dropped'>;

interface PeriodCount {
  readonly period: Period;
  days: number;
  hasGaps: boolean;
}

/** Counts the requested days, added in order, and finds the missing ones. */
export class Coverage {
  readonly #missing = new Map<UnavailableDay['reason'], Day[]>();
  readonly #unusable: UnusableRates[] = [];
  readonly #provisional: string[] = [];
  readonly #periods: PeriodCount[] = [];
  /** Days of the last period. */
  readonly #ofPeriod: DayRates[] = [];
  #lacksFigure = false;
  /** On how many days each code has a rate. */
  readonly #rated = new Map<Code, number>();
  #days = 0;
  #rates = 0;

  constructor(private readonly terms: CoverageTerms) {
    for (const code of terms.symbols ?? []) this.#rated.set(code, 0);
  }

  get extent(): string {
    const days = count(this.#days, 'day');
    return this.terms.periods ? days : `${days}, ${count(this.#rates, 'rate')}`;
  }

  /** @param outcome without rates also where it has none for the base */
  add(outcome: DayRates | (UnavailableDay & Pick<DayRates, 'dropped'>)): void {
    const { day, dropped = [] } = outcome;
    const { clock, restsOn, periods } = this.terms;
    const period = periods && this.#periodOf(day, periods);
    if (isUnavailable(outcome)) {
      addTo(this.#missing, outcome.reason, day);
      if (period && !isNotDue(outcome)) period.hasGaps = true;
    } else {
      this.#days++;
      this.#rates += outcome.rates.size;
      for (const [code, days] of this.#rated) if (outcome.rates.has(code)) this.#rated.set(code, days + 1);
      const now = clock?.now();
      if (now !== undefined && isProvisional(outcome, now))
        this.#provisional.push(provisionalLine(outcome, now));
      if (period) {
        this.#ofPeriod.push(outcome);
        period.days++;
      } else if (dropped.length > 0) this.#endFigure([outcome]);
    }
    if (dropped.length > 0)
      this.#unusable.push({ day, dropped: restsOn ? dropped.filter((code) => restsOn.has(code)) : dropped });
  }

  #periodOf(day: Day, { every }: Periods): PeriodCount {
    const last = this.#periods.at(-1);
    if (last && day <= last.period.last) return last;
    this.#endFigure(this.#ofPeriod.splice(0));
    const next = { period: periodOf(day, every), days: 0, hasGaps: false };
    this.#periods.push(next);
    return next;
  }

  /** A code whose rates are all unusable has no figure. */
  #endFigure(days: readonly DayRates[]) {
    const { symbols, restsOn } = this.terms;
    for (const { dropped = [] } of restsOn ? [] : days)
      for (const code of dropped as readonly Code[])
        if ((symbols?.includes(code) ?? true) && !days.some(({ rates }) => rates.has(code)))
          this.#lacksFigure = true;
  }

  #missingFor(...reasons: readonly UnavailableDay['reason'][]) {
    return reasons.flatMap((reason) => this.#missing.get(reason) ?? []).sort();
  }

  /** Days without rates that were asked for one by one, so that somebody may want another instead. */
  get closed(): Day[] {
    const isNone = this.terms.isRange || this.#missing.size === 0;
    return isNone ? [] : this.#missingFor('closed', 'not published yet');
  }

  /** @throws a usage error if no day has the base */
  checkBase(): void {
    const { base, source } = this.terms;
    if (this.#days > 0 || !this.#missing.has('no base')) return;
    const none = withEnd(`no requested day has a rate for the base ${base}`, base);
    throw new Failure('no_rate', neverHad(source, base) ?? none);
  }

  /** @param hints what to type instead of closed days @param ofFormat findings of the format */
  report(reporter: Reporter, hints: readonly Hint[] = [], ofFormat?: FormatFindings): ExitCode {
    const { source, periods } = this.terms;
    const unusable = this.#unusable.length > 0 ? unusableLines(this.#unusable) : [];
    const findings: FormatFindings = { notes: [...this.#provisional], problems: [] };
    const { notes, problems } = findings;
    if (this.#missing.size > 0) this.#addMissing(findings);
    if (periods) this.#addShortPeriods(findings, periods);
    if (ofFormat) problems.push(...ofFormat.problems);
    for (const [code, days] of this.#rated) {
      if (days === 0 && this.#days > 0)
        problems.push(neverHad(source, code) ?? withEnd(`no day has a rate for ${code}`, code));
      else if (days < this.#days)
        notes.push(`${code} has a rate on ${grouped(days)} of ${count(this.#days, 'day')}`);
    }
    if (ofFormat) notes.push(...ofFormat.notes);

    for (const note of notes) reporter.note(note);
    for (const problem of [...unusable, ...problems]) reporter.problem(problem);
    const { closed } = this;
    if (closed.length > 0) reporter.partial(new Failure('not_published', this.#closedLine(), ...hints));
    return this.#lacksFigure || problems.length + closed.length > 0 ? exit.partial : exit.ok;
  }

  #addMissing({ notes, problems }: FormatFindings) {
    const { isRange, base } = this.terms;
    const early = isRange ? this.#missingFor('not published yet') : [];
    // a range of closed days only has no other reason
    const isClosed =
      isRange &&
      this.#days === 0 &&
      this.#missing.has('closed') &&
      [...this.#missing.keys()].every((reason) => isNotDue({ reason }));
    if (isClosed) notes.push(this.#closedLine());
    else if (early.length > 0) notes.push(`not published yet: ${daysInWords(early)}`);

    for (const [before, after, ...reasons] of [
      ['no rates for ', '', 'unavailable', 'no rates'],
      ['no usable rate on ', '', 'unusable'],
      ['', ' not stored', 'not stored'],
      [`no rate for the base ${base} on `, '', 'no base'],
    ] as const) {
      const days = this.#missingFor(...reasons);
      if (days.length > 0)
        problems.push(`${before}${count(days.length, 'day')}${after}: ${daysInWords(days)}`);
    }
  }

  #closedLine() {
    const never = this.#missingFor('closed');
    const early = daysInWords(this.#missingFor('not published yet'));
    if (never.length === 0) return `no rates are published yet for ${early}`;
    return `${noneOn(never, this.terms.source.calendar)}${early && `, and not yet for ${early}`}`;
  }

  /** The periods that lack days: problems of those with gaps, notes of those that the range cuts. */
  #addShortPeriods({ notes, problems }: FormatFindings, { weekdays }: Periods) {
    this.#endFigure(this.#ofPeriod);
    const cut: string[] = [];
    const withGaps: string[] = [];
    for (const { period, days, hasGaps } of this.#periods) {
      // of a period without one, no day with rates was asked for
      if (days === 0 && !hasGaps) continue;
      const due = daysOf(period, weekdays).filter(this.terms.source.calendar.publishes).length;
      const words = `${period.name} has ${days} of ${count(due, weekdays ? 'weekday' : 'day')}`;
      if (days < due) (hasGaps ? withGaps : cut).push(words);
    }
    if (cut.length > 0) notes.push(firstFew(cut, mostPeriods));
    if (withGaps.length > 0) problems.push(firstFew(withGaps, mostPeriods));
  }
}

const mostPeriods = 20;

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value) {
  if (!lists.get(key)?.push(value)) lists.set(key, [value]);
}

/** One line for all codes whose rates are unusable on the same days; a response may have nothing else. */
function unusableLines(days: Iterable<UnusableRates>): string[] {
  const daysOfCode = new Map<string, Day[]>();
  for (const { day, dropped = [] } of days) for (const code of dropped) addTo(daysOfCode, code, day);
  const codesOfDays = new Map<string, string[]>();
  for (const [code, days] of daysOfCode) addTo(codesOfDays, days.join(), code);

  const lines = Array.from(codesOfDays, ([text, codes]) => {
    const days = text.split(',') as Day[];
    const rates = count(codes.length * days.length, 'unusable rate');
    return `${rates} left out: ${codesInWords(codes)} on ${daysInWords(days)}`;
  });
  if (lines.length > mostLines) lines.splice(mostLines, lines.length, 'further unusable rates left out');
  return lines;
}

export function reportDropped(days: Iterable<UnusableRates>, reporter: Pick<Reporter, 'problem'>): void {
  for (const line of unusableLines(days)) reporter.problem(line);
}

const mostLines = 20;

const mostCodes = 200;

export const codesInWords = (codes: readonly string[]): string => firstFew(codes.map(printable), mostCodes);

/** `no rates are published on 2024-01-20, a Saturday`; why not, where the calendar says it. */
function noneOn(days: readonly Day[], { publishes }: Calendar, limit?: number) {
  const words = `no rates are published on ${daysInWords(days, limit)}`;
  if (days.some(publishes)) return words;
  const kinds = new Set(days.map((day) => (isWeekend(day) ? weekdayOf(day) : 'bank holiday')));
  return days.length === 1
    ? `${words}, a ${[...kinds].join()}`
    : `${words}: ${[...kinds].map((kind) => `${kind}s`).join(', ')}`;
}

/**
 * `no rates are published on 2024-01-20, a Saturday; those of 2024-01-19 count`
 * @param closed closed days, and the day whose rates count for each
 */
export function closedLine(closed: ReadonlyMap<Day, Day>, calendar: Calendar): string {
  const [counting, ...others] = new Set(closed.values());
  const substitute = others.length === 0 ? counting : 'the last publishing day before each';
  return `${noneOn([...closed.keys()], calendar, mostClosedNamed)}; those of ${substitute} count`;
}

const mostClosedNamed = 5;

export function noteFixed(codes: Iterable<Code>, reporter: Reporter): void {
  for (const code of codes) reporter.note(`the rate of ${code} is fixed: ${fixedInWords(code)}`);
}

/** @param files that list the currencies though their rates are fixed */
export function warnOfListed(codes: Iterable<Code>, files: string, reporter: Reporter): void {
  for (const code of codes)
    reporter.problem(`the rate of ${code} is that of ${files}, though by law ${fixedInWords(code)}`);
}
