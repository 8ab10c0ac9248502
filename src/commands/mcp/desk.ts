import { isObject, type JsonText } from '../../json.ts';
import type { Answer, Conversion, Desk, Range, View } from '../../server/mcp/desk.ts';
import { mostRows } from '../../server/mcp/series.ts';
import { convert } from '../convert/convert.ts';
import { currencies } from '../currencies/currencies.ts';
import { historical, latest, series } from '../rates/rates.ts';
import { type Calling, call, TooMuch } from './call.ts';
import type { Serving } from './options.ts';

/** As of a command line that says no more than that its answer is to be JSON. */
const usual = { format: 'json', store: true, header: true, pager: false } as const;

/** More than the JSON of so many rates has. */
const mostText = 4_000 + 200 * mostRows;

interface Status {
  readonly status: () => Promise<Answer>;
}

/** Answers a call by the command that a person would type. */
export function deskFor(calling: Calling, serving: Serving, { status }: Status): Desk {
  const terms = { ...usual, ...serving };

  async function wholeSeries({ start, end, summary = false, ...asked }: Range): Promise<Answer> {
    const given = { ...terms, ...asked, ...(summary && { summary }) };
    const { printed, base, told } = await call({ ...calling, most: summary ? undefined : mostText }, (cli) =>
      series([start, end], given, cli),
    );
    if (!printed) return { series: null, ...told };
    // the others name their base themselves
    if (summary) return { base: base ?? null, summary: printed, ...told };
    if (rowsIn(printed) > mostRows) throw new TooMuch();
    return { [asked.every ? 'periods' : 'series']: printed, ...told };
  }

  return {
    async convert({ amount, from, to, ...asked }: Conversion) {
      const given = { ...terms, ...asked };
      const { printed, missing, told } = await call(calling, (cli) =>
        convert([amount, from, [to]], given, cli),
      );
      return { conversions: printed ?? [], ...(missing.length > 0 && { missing }), ...told };
    },

    async rates({ day, ...view }: View & { readonly day?: string }) {
      const given = { ...terms, ...view };
      const { printed, told } = await call(calling, (cli) =>
        day === undefined ? latest(given, cli) : historical([day], given, cli),
      );
      return { day: printed && printed.text !== '[]' ? printed : null, ...told };
    },

    async series(range: Range) {
      try {
        return await wholeSeries(range);
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error;
        const { every: _, take: __, ...others } = range;
        return { ...(await wholeSeries({ ...others, summary: true })), left_out: leftOut };
      }
    },

    async currencies({ word }: { readonly word?: string }) {
      const words = word === undefined ? [] : [word];
      const { printed, told } = await call(calling, (cli) => currencies(words, terms, cli));
      return { currencies: printed ?? [], ...told };
    },

    status,
  };
}

const leftOut =
  `More than ${mostRows} rates, so this is their summary. For the rates themselves: a shorter range, fewer ` +
  'symbols or every month; a file of all of them is written by ratebook series START END -o FILE.csv';

/** Of `rates` of a series, or of the rates of each period. */
function rowsIn({ text }: JsonText): number {
  const { rates, periods } = JSON.parse(text);
  const all = Object.values(rates ?? periods) as { rates?: unknown }[];
  const sizes = all.map((one) => Object.keys(isObject(one.rates) ? one.rates : one).length);
  return sizes.reduce((total, size) => total + size, 0);
}
