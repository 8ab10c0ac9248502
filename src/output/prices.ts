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
  /** What one unit of the base costs. */
  readonly line: (day: Day, base: string, rate: string, quote: string) => string;
}

const none = { words: '', allows: () => true };

/** A price file; without the price of the base in itself. */
export function pricesIn({ header = '', symbol = (code) => code, limit = none, line }: Notation): Format {
  return ({ base, inverted }) => {
    if (!limit.allows(base)) throw usageError(`${base} cannot be the base: ${limit.words}`);
    const home = symbol(base);
    const zeros = new LeftOut('a rate of 0 is no price');
    const strange = new LeftOut(limit.words);
    let text = header;
    const taken = () => {
      const piece = text;
      text = '';
      return piece;
    };
    return {
      day({ day, rates }) {
        for (const [code, rate] of rates) {
          if (code === base) continue;
          if (!limit.allows(code)) strange.add(code);
          else if (rate === 0) zeros.add(code);
          else if (inverted) text += line(day, symbol(code), plain(rate), home);
          else text += line(day, home, plain(rate), symbol(code));
        }
        return taken();
      },
      *end() {
        yield taken();
      },
      leftOut: () => [zeros, strange],
    };
  };
}
