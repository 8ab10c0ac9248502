import { pairOf } from '../rates/day-rates.ts';
import { plain, withMark } from '../rates/decimal.ts';
import { type Document, type Format, type Formatter, headed } from './format.ts';

/** Where a comma is the decimal mark, spreadsheets expect semicolons. */
export const delimiterOf = ({ decimal }: Pick<Document, 'decimal'>) => (decimal === 'comma' ? ';' : ',');

export const tsv: Format = (document) => csv(document, '\t');

export function csv(document: Document, delimiter = delimiterOf(document)): Formatter {
  const rate = rateCell(document);
  // These rows, and only they, are joined by hand, at a tenth of what the library takes: 0.06 s for 400,000 rows. Days,
  // codes and decimals have no delimiter, quote or line end in them; a test holds the bytes to the library's.
  const { add, end } = headed(document, `${['date', 'base', 'quote', 'rate'].join(delimiter)}\n`);
  return {
    day(shown) {
      let lines = '';
      for (const [code, value] of shown.rates) {
        const [base, quote] = pairOf(shown, code);
        // a quarter faster than a list that is joined
        lines += `${shown.day}${delimiter}${base}${delimiter}${quote}${delimiter}${rate(value)}\n`;
      }
      return add(lines);
    },
    end,
  };
}

/** Empty where there is no rate. */
export function rateCell({ decimal }: Document): (rate: number | undefined) => string {
  return (rate) => (rate === undefined ? '' : withMark(plain(rate), decimal));
}
