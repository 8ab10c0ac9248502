import type { Day } from '../calendar/day.ts';
import { usageError } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import { plain } from '../rates/decimal.ts';
import { LeftOut } from '../rates/left-out.ts';
import type { Format } from './format.ts';

/** How a bookkeeping program writes prices. */
interface Notation {
  readonly header?: string;
  readonly symbol?: (code: Code) => string;
  /** Which currencies the program can have, also as a sentence. */
  readonly limit?: { readonly words: string; readonly allows: (code: Code) => boolean };
  readonly lines: (prices: readonly Price[]) => string;
}

/** What one unit of the base costs. */
export interface Price {
  readonly day: Day;
  readonly base: string;
  readonly rate: string;
  readonly quote: string;
}

const none = { words: '', allows: () => true };

/** A price file; without the price of the base in itself. */
export function pricesIn({ header = '', symbol = (code) => code, limit = none, lines }: Notation): Format {
  return ({ base, inverted }) => {
    if (!limit.allows(base)) throw usageError(`${base} cannot be the base: ${limit.words}`);
    const home = symbol(base);
    const zeros = new LeftOut('a rate of 0 is no price');
    const strange = new LeftOut(limit.words);
    let before = header;
    const after = (text: string) => {
      const piece = before + text;
      before = '';
      return piece;
    };
    return {
      day({ day, rates }) {
        const prices: Price[] = [];
        for (const [code, rate] of rates) {
          if (code === base) continue;
          if (!limit.allows(code)) strange.add(code);
          else if (rate === 0) zeros.add(code);
          else if (inverted) prices.push({ day, base: symbol(code), rate: plain(rate), quote: home });
          else prices.push({ day, base: home, rate: plain(rate), quote: symbol(code) });
        }
        return after(lines(prices));
      },
      *end() {
        yield after('');
      },
      leftOut: () => [zeros, strange],
    };
  };
}
