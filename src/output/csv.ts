import { stringify } from 'csv-stringify/sync';
import { plain } from '../rates/decimal.ts';
import { csvOfAll, csvOfSymbols } from './csv-wide.ts';
import type { Format, Formatter } from './format.ts';

/** A row a rate under `date,base,quote,rate`, or where wide, a row a day with one column a currency. */
export const csv: Format = ({ wide, base, symbols }) => {
  if (!wide) return long();
  return symbols ? csvOfSymbols(base, symbols) : csvOfAll(base);
};

function long(): Formatter {
  let header = 'date,base,quote,rate\n';
  return {
    day({ day, base, rates }) {
      const rows = Array.from(rates, ([quote, rate]) => [day, base, quote, plain(rate)]);
      const text = header + stringify(rows);
      header = '';
      return text;
    },
    *end() {
      if (header) yield header;
    },
  };
}
