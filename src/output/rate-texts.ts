import type { Code } from '../rates/code.ts';
import { type DayRates, isSameSide, type Side, sideIn } from '../rates/day-rates.ts';

interface Kept {
  readonly code: Code;
  readonly rate: number;
  readonly text: string;
}

/**
 * The texts of a day's rates, each after the same words, joined. More than half of all rates are those of the
 * day before, at the same place, and to write a number takes longer than all the rest of its row: texts are
 * kept as long as the rate stays.
 */
export function rateTexts(write: (side: Side, code: Code, rate: number) => string) {
  let side: Side | undefined;
  let kept: Kept[] = [];

  return (shown: DayRates, before: string): string => {
    if (!side || !isSameSide(side, shown)) {
      side = sideIn(shown);
      kept = [];
    }

    let texts = '';
    let place = 0;
    for (const [code, rate] of shown.rates) {
      let last = kept[place];
      if (last === undefined || last.rate !== rate || last.code !== code) {
        last = { code, rate, text: write(side, code, rate) };
        kept[place] = last;
      }
      // a quarter faster than a list that is joined
      texts += before + last.text;
      place++;
    }
    return texts;
  };
}
