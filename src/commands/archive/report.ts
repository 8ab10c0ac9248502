import type { Day } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { tellDropped } from '../../report/dropped.ts';
import type { Reporter } from '../../report/reporter.ts';
import { type DayOutcome, isGap } from '../../sources/source.ts';
import { count, grouped } from '../../words.ts';

export interface Progress {
  readonly since: Day;
  readonly days: number;
  readonly held: number;
  readonly gaps: number;
}

/** `324 days since 2026-01-01: 20 held, 304 to fetch; this run 100, done in 4 runs`; `most` is the limit of one run. */
export function wholeJobLine({ since, days, held, gaps }: Progress, most: number): string {
  const missing = days - held - gaps;
  const parts = [
    `${grouped(held)} held`,
    ...(gaps > 0 ? [count(gaps, 'gap')] : []),
    `${grouped(missing)} to fetch`,
  ];
  const line = `${count(days, 'day')} since ${since}: ${parts.join(', ')}`;
  if (missing === 0 || most === 0) return line;
  return `${line}; this run ${grouped(Math.min(most, missing))}, done in ${count(Math.ceil(missing / most), 'run')}`;
}

/** `archive: 20 of 22 days held since 2026-11-01, 1 gap, 1 left to later runs` */
export function summaryLine({ since, days, held, gaps }: Progress, rest = 'left to later runs'): string {
  const missing = days - held - gaps;
  return [
    `archive: ${grouped(held)} of ${count(days, 'day')} held since ${since}`,
    ...(gaps > 0 ? [count(gaps, 'gap')] : []),
    ...(missing > 0 ? [`${grouped(missing)} ${rest}`] : []),
  ].join(', ');
}

/** What fetched days lack. */
export class Findings {
  readonly #knownGaps: ReadonlySet<Day>;
  readonly #newGaps: Day[] = [];
  readonly #incomplete: DayRates[] = [];

  constructor(knownGaps: ReadonlySet<Day>) {
    this.#knownGaps = knownGaps;
  }

  get areNone(): boolean {
    return this.#newGaps.length === 0 && this.#incomplete.length === 0;
  }

  add(outcome: DayOutcome): void {
    if (isGap(outcome)) {
      if (!this.#knownGaps.has(outcome.day)) this.#newGaps.push(outcome.day);
    } else if (outcome.dropped) this.#incomplete.push(outcome);
  }

  tell(reporter: Pick<Reporter, 'problem'>): void {
    const gaps = this.#newGaps.sort();
    if (gaps.length > 0) reporter.problem(`no rates for ${count(gaps.length, 'day')}: ${daysInWords(gaps)}`);
    tellDropped(this.#incomplete, reporter);
  }
}
