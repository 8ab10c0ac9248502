import type { Code } from '../currencies/code.ts';
import { type DayRates, isSameSide, type Side, sideIn } from '../rates/day-rates.ts';
import { type ListedRates, listed } from '../rates/listed-rates.ts';

/** How a rate is written. */
interface Words {
  /** What stands before it. */
  readonly pair: (side: Side, code: Code) => string;
  readonly rate: (rate: number) => string;
  readonly end: string;
}

/** Of the last day. */
interface Kept {
  readonly side: Side;
  readonly row: ListedRates;
  readonly pairs: string[];
  readonly texts: string[];
}

/**
 * The texts of a day's rates, each after the same words, joined. More than half of all rates are those of the
 * day before, at the same place, and to write a number takes longer than all the rest of its row: texts are
 * kept as long as the rate stays.
 */
export function rateTexts(words: Words) {
  let kept: Kept | undefined;

  return (shown: DayRates, before: string): string => {
    const row = listed(shown.rates);
    const isOfSide = kept && isSameSide(kept.side, shown);
    const { side, row: last, pairs, texts } = isOfSide ? (kept as Kept) : nothingOf(shown);
    kept = { side, row, pairs, texts };

    const { codes } = row.list;
    const areSame = row.list === last.list;
    for (let place = 0; place < codes.length; place++) {
      const rate = row.rates[place] as number;
      const isCode = areSame || codes[place] === last.list.codes[place];
      if (!isCode) pairs[place] = words.pair(side, codes[place] as Code);
      if (!isCode || rate !== last.rates[place]) texts[place] = pairs[place] + words.rate(rate) + words.end;
    }
    texts.length = codes.length;
    return codes.length > 0 ? before + texts.join(before) : '';
  };
}

const nothingOf = (day: DayRates): Kept => ({
  side: sideIn(day),
  row: listed(new Map()),
  pairs: [],
  texts: [],
});
