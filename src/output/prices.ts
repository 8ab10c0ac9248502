import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { Failure } from '../errors.ts';
import { plain } from '../rates/decimal.ts';
import { LeftOut } from '../rates/left-out.ts';
import type { Format } from './format.ts';

interface Notation {
  readonly header?: string;
  readonly symbol?: (code: Code) => string;
  /** Which codes the program takes. */
  readonly limit?: Limit;
  readonly line: (price: Price) => string;
}

interface Limit {
  readonly words: string;
  readonly allows: (code: Code) => boolean;
}

interface Price {
  readonly day: Day;
  readonly base: string;
  readonly rate: string;
  readonly quote: string;
}

/**
 * For Ledger and hledger. A symbol of more than letters needs quotes, or else it ends or joins the number.
 */
export const ledger = pricesIn({
  symbol: (code) => (/^[A-Z]+$/.test(code) ? code : `"${code}"`),
  line: ({ day, base, rate, quote }) => `P ${day} ${base} ${rate} ${quote}\n`,
});

export const beancount = pricesIn({
  limit: {
    words:
      'a Beancount currency begins with a letter, ends with a letter or digit, and is not TRUE, FALSE or NULL',
    allows: (code) => /^(?!(TRUE|FALSE|NULL)$)[A-Z].{0,22}[A-Z0-9]$/.test(code),
  },
  line: ({ day, base, rate, quote }) => `${day} price ${base} ${rate} ${quote}\n`,
});

/** The columns of its import of prices; its namespace of currencies has those of ISO 4217. */
export const gnucash = pricesIn({
  header: 'Date,From Namespace,From Symbol,Currency To,Amount\n',
  limit: { words: 'a GnuCash currency has three letters', allows: (code) => /^[A-Z]{3}$/.test(code) },
  line: ({ day, base, rate, quote }) => `${day},CURRENCY,${base},${quote},${rate}\n`,
});

function pricesIn({ header = '', symbol = (code) => code, limit, line }: Notation): Format {
  return ({ base, inverted }) => {
    if (limit && !limit.allows(base))
      throw new Failure('wrong_format', `${base} cannot be the base: ${limit.words}`);

    const home = symbol(base);
    const strange = new LeftOut(limit?.words ?? '');
    // with the first prices, or else at the end
    let head = header;

    return {
      day({ day, rates }) {
        let lines = head;
        head = '';
        for (const [code, rate] of rates) {
          if (code === base) continue;
          if (limit && !limit.allows(code)) strange.add(code);
          else if (inverted) lines += line({ day, base: symbol(code), rate: plain(rate), quote: home });
          else lines += line({ day, base: home, rate: plain(rate), quote: symbol(code) });
        }
        return lines;
      },
      end: () => [head],
      leftOut: () => [strange],
    };
  };
}
