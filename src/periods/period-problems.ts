import type { Code } from '../rates/code.ts';
import { pairOf, sideOf } from '../rates/day-rates.ts';
import { mixedInWords } from '../rates/ended-currencies.ts';
import { count } from '../words.ts';
import { fewDaysInWords } from './caveats.ts';
import type { PeriodRates, Periods } from './figures.ts';
import { daysInWords, isOfFewDays } from './publishing-days.ts';
import { nameOfTake } from './take.ts';

interface Asked {
  readonly kind: Pick<Periods, 'take'>;
  readonly base: Code;
  readonly inverted: boolean;
  readonly symbols?: readonly Code[] | undefined;
}

interface Found {
  readonly first: string;
  periods: number;
}

/**
 * Finds the figures of periods that are refused, and those that rest on fewer than half of the days. Of
 * named currencies also periods without any, unless there is no rate at all, which is said elsewhere.
 */
export class PeriodProblems {
  readonly #few = new Map<Code, Found>();
  readonly #refused: string[] = [];
  readonly #seen = new Set<Code>();

  constructor(private readonly asked: Asked) {}

  add({ period, pairs, refused, of }: PeriodRates): void {
    const figure = nameOfTake(this.asked.kind.take);
    for (const [code, mixed] of refused)
      this.#refused.push(`no ${figure} of ${this.#pairOf(code)} in ${period.name}: ${mixedInWords(mixed)}`);

    for (const code of pairs.keys()) this.#seen.add(code);
    for (const code of this.asked.symbols ?? pairs.keys()) {
      const days = pairs.get(code)?.days ?? 0;
      if (refused.has(code) || !isOfFewDays(days, of)) continue;
      const first = fewDaysInWords(this.#pairOf(code), period.name, `${figure} of ${daysInWords(days, of)}`);
      const found = this.#few.get(code) ?? { first, periods: 0 };
      found.periods++;
      this.#few.set(code, found);
    }
  }

  lines(): readonly string[] {
    const few = [...this.#few].filter(([code]) => this.#seen.has(code));
    const fewLines = few.map(([, { first, periods }]) =>
      periods > 1 ? `${first}; so in ${count(periods - 1, 'more period')}` : first,
    );
    return [...firstOf(this.#refused), ...firstOf(fewLines)];
  }

  #pairOf(code: Code): string {
    return pairOf(sideOf(this.asked), code).join('/');
  }
}

const mostNamed = 20;

/** Of many lines that differ in the currency. */
export function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostNamed;
  return more > 0 ? [...lines.slice(0, mostNamed), `the same of ${count(more, 'more figure')}`] : lines;
}
