import { addDays, type Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import {
  endedCurrencyOf,
  endInWords,
  mixedInWords,
  redenominationInWords,
  redenominationOf,
} from '../currencies/ended.ts';
import { type ExitCode, exit } from '../errors.ts';
import { count } from '../words.ts';
import { isOfFewDays, nameOfTake, type PeriodRates, type Periods, ratedDaysInWords } from './aggregate.ts';
import { pairOf, sideOf } from './day-rates.ts';
import type { FoundRate, Pair } from './found-rate.ts';

/** What has to be known of a rate before anybody relies on it. */
export interface Caveat {
  /** Those of one kind are told once for many rates. */
  readonly kind: string;
  readonly text: string;
  readonly exit: ExitCode;
}

/** @param asked the day whose rate was asked for, which may rest on earlier ones */
export function caveatsOf([from, to]: Pair, found: FoundRate, asked?: Day): readonly Caveat[] {
  if (from === to) return [];
  const { days } = found;
  const ofCodes = [from, to].flatMap((code) => [...endCaveat(code, days, asked), ...unitCaveat(code, days)]);
  return [...ofCodes, ...fewDaysCaveat([from, to], found)];
}

function endCaveat(code: Code, days: readonly Day[], asked: Day | undefined): readonly Caveat[] {
  const { last } = endedCurrencyOf(code) ?? {};
  const end = endInWords(code);
  if (!last || !end) return [];
  const isListed = days.some((day) => day > last);
  if (!isListed && !(asked && asked > last)) return [];
  const text = isListed ? `${end}; the source still lists a rate` : end;
  return [{ kind: `end of ${code}`, text, exit: exit.ok }];
}

/** How long around a redenomination nobody knows which unit a source means, in days. */
const unclear = 14;

function unitCaveat(code: Code, days: readonly Day[]): readonly Caveat[] {
  const { day } = redenominationOf(code) ?? {};
  if (!day) return [];
  const [first, last] = [addDays(day, -unclear), addDays(day, unclear)];
  if (!days.some((each) => first <= each && each <= last)) return [];
  const doubt = 'sources changed over some days later or not at all, so that its rate may be of either unit';
  const text = `${redenominationInWords(code)}; ${doubt}`;
  return [{ kind: `unit of ${code}`, text, exit: exit.ok }];
}

function fewDaysCaveat([from, to]: Pair, { date, days, of }: FoundRate): readonly Caveat[] {
  if (!isOfFewDays(days.length, of)) return [];
  const text = fewDaysInWords(`${from}/${to}`, date, `mean of ${ratedDaysInWords(days.length, of)}`);
  return [{ kind: 'few days', text, exit: exit.partial }];
}

/** `EUR/RUB in 2022-03: mean of 1 of 23 days, fewer than half` */
const fewDaysInWords = (pair: string, period: string, figure: string): string =>
  `${pair} in ${period}: ${figure}, fewer than half`;

interface PeriodView {
  readonly kind: Pick<Periods, 'take'>;
  readonly base: Code;
  readonly inverted: boolean;
  readonly symbols?: readonly Code[] | undefined;
}

interface FewDays {
  readonly first: string;
  periods: number;
}

/**
 * Finds the figures of periods that are refused, and those that rest on fewer than half of the days. Of
 * named currencies also periods without any, unless there is no rate at all, which is said elsewhere.
 */
export class PeriodProblems {
  readonly #few = new Map<Code, FewDays>();
  readonly #refused: string[] = [];
  readonly #seen = new Set<Code>();

  constructor(private readonly asked: PeriodView) {}

  add({ period, pairs, refused, of }: PeriodRates): void {
    const figure = nameOfTake(this.asked.kind.take);
    for (const [code, mixed] of refused)
      this.#refused.push(`no ${figure} of ${this.#pairOf(code)} in ${period.name}: ${mixedInWords(mixed)}`);

    for (const code of pairs.keys()) this.#seen.add(code);
    for (const code of this.asked.symbols ?? pairs.keys()) {
      const days = pairs.get(code)?.days ?? 0;
      if (refused.has(code) || !isOfFewDays(days, of)) continue;
      const first = fewDaysInWords(
        this.#pairOf(code),
        period.name,
        `${figure} of ${ratedDaysInWords(days, of)}`,
      );
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
