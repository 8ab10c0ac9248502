import { addDays, type Day } from '../calendar/day.ts';
import { type ExitCode, exit } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import {
  endedCurrencyOf,
  endInWords,
  redenominationInWords,
  redenominationOf,
} from '../rates/ended-currencies.ts';
import type { FoundRate } from './mean-rates.ts';
import { daysInWords, isOfFewDays } from './publishing-days.ts';

/** What has to be known of a rate before anybody relies on it. */
export interface Caveat {
  /** Those of one kind are told once for many rates. */
  readonly kind: string;
  readonly text: string;
  readonly exit: ExitCode;
}

type Pair = readonly [from: Code, to: Code];
type Found = Pick<FoundRate, 'date' | 'origin'>;

/** @param asked the day whose rate was asked for, which may rest on earlier ones */
export function caveatsOf([from, to]: Pair, found: Found, asked?: Day): readonly Caveat[] {
  if (from === to) return [];
  const { days } = found.origin;
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

function fewDaysCaveat([from, to]: Pair, { date, origin: { days, of } }: Found): readonly Caveat[] {
  if (!isOfFewDays(days.length, of)) return [];
  const text = fewDaysInWords(`${from}/${to}`, date, `mean of ${daysInWords(days.length, of)}`);
  return [{ kind: 'few days', text, exit: exit.partial }];
}

/** `EUR/RUB in 2022-03: mean of 1 of 23 days, fewer than half` */
export const fewDaysInWords = (pair: string, period: string, figure: string): string =>
  `${pair} in ${period}: ${figure}, fewer than half`;
