import { eachDay } from '../calendar/day.ts';
import { usd } from '../currencies/code.ts';
import { jsonText, prettyJson } from '../json.ts';
import { derive, pick } from '../rates/day-rates.ts';
import { demoDay, demoTables } from './demo-rates.ts';
import { serviceTerms } from './oxr/source.ts';
import { type Connection, type DayOutcome, ratesIn, type Source } from './source.ts';

/** Raise this when any of its rates changes: stored days of different versions must not mix. */
export const demoVersion = 1;

export const demoFolder = `demo-${demoVersion}`;

/** Computes its rates, as if they were those of Open Exchange Rates on a plan without limits. */
export const demonstration = (now: () => number): Source => ({
  name: 'made up, for demonstration',
  terms: 'for trying out, and for nothing else',
  folder: demoFolder,
  ...serviceTerms,
  isMadeUp: true,
  updateEvery: () => 3_600_000,
  async open({ log }) {
    // in the place of an address, which nobody sees
    const url = new URL('http://127.0.0.1');
    const tables = demoTables();

    const prepare: Connection['prepare'] = ({ run, scope }, form) => {
      const { alternative, base = usd, symbols, prettyprint } = form;
      const isRange = scope === 'range';
      const send = async () => {
        const served = now();
        const days = Array.from(eachDay(run.first, run.last), (day): DayOutcome => {
          const dayRates = demoDay(tables, day, served, alternative);
          const rates = dayRates && derive(dayRates, base);
          if (!rates) return { day, reason: 'no base', served };
          const picked = symbols ? pick(rates, symbols) : rates;
          return isRange ? { ...picked, timestamp: undefined } : picked;
        });
        const found = ratesIn({ days });
        const [first] = found;
        // in the form of the service's own
        const body = {
          disclaimer: first?.disclaimer,
          license: first?.license,
          timestamp: first?.timestamp,
          ...(isRange && { start_date: run.first, end_date: run.last }),
          base,
          rates: isRange ? new Map(found.map(({ day, rates }) => [day, rates])) : first?.rates,
        };
        const text = (prettyprint ? prettyJson : jsonText)(body);
        return { result: { run, days, served, body: Buffer.from(text) } };
      };
      return { send, url, attempts: 1, failed: '', now, log };
    };
    return { prepare, hasRanges: () => true, refuseRanges() {}, close: async () => {} };
  },
});
