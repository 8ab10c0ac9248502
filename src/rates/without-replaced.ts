import type { Code } from './code.ts';
import type { DayRates } from './day-rates.ts';
import { isReplaced, replacedCodes } from './fixed-rates.ts';
import { CodeList, ListedRates } from './listed-rates.ts';

/** What a list was made into: days that share the one are to share the other. */
export interface Shortened {
  readonly list: CodeList;
  readonly left: CodeList;
  readonly replaced: readonly Code[];
}

/** The currencies that the day lists though the euro has replaced them. */
export function stillListed({ day, rates }: DayRates): readonly Code[] {
  return replacedCodes.filter((code) => isReplaced(code, day) && rates.has(code));
}

/** The day without these rates. @param before how an earlier day was shortened */
export function without(day: DayRates, replaced: readonly Code[], before?: Shortened) {
  const isLeft = (code: Code) => !replaced.includes(code);
  const dropped = day.dropped?.filter((code) => isLeft(code as Code));
  if (!(day.rates instanceof ListedRates))
    return { day: { ...day, dropped, rates: new Map([...day.rates].filter(([code]) => isLeft(code))) } };

  const { list, rates } = day.rates;
  const isSame = before?.list === list && before.replaced.join() === replaced.join();
  const shortened = isSame ? before : { list, left: new CodeList(list.codes.filter(isLeft)), replaced };
  const numbers = rates.filter((_, place) => isLeft(list.codes[place] as Code));
  return { day: { ...day, dropped, rates: new ListedRates(shortened.left, numbers) }, shortened };
}
