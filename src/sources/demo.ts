import { eachDay } from '../calendar/day.ts';
import { usd } from '../currencies/code.ts';
import { jsonText, prettyJson } from '../json.ts';
import { derive, pick } from '../rates/day-rates.ts';
import { count } from '../words.ts';
import { serviceTerms } from './oxr/source.ts';
import {
  type Connection,
  type DayOutcome,
  type Request,
  type ResponseForm,
  ratesIn,
  type Source,
  type SourceResponse,
} from './source.ts';

/** Raise this when any of its rates changes: stored days of different versions must not mix. */
export const demoVersion = 1;

export const demoFolder = `demo-${demoVersion}`;

/** Computes its rates, as if they were those of Open Exchange Rates on a plan without limits. */
export const demonstration = (now: () => number): Source<Connection> => ({
  name: 'made up, for demonstration',
  terms: 'for trying out, and for nothing else',
  folder: demoFolder,
  ...serviceTerms,
  isMadeUp: true,
  updateEvery: () => 3_600_000,
  async open({ log }) {
    const { demoDay } = await import('./demo-rates.ts');

    // in the place of an address, which nobody sees
    const url = new URL('http://127.0.0.1');
    const policy = { attempts: 1, failed: '' };

    const prepare: Connection['prepare'] = ({ run, scope }, form) => {
      const { alternative, base = usd, symbols } = form;
      const send = async () => {
        const served = now();
        const days = Array.from(eachDay(run.first, run.last), (day): DayOutcome => {
          const made = demoDay(day, { alternative, now: served });
          const rates = made && derive(made, base);
          if (!rates) return { day, reason: made ? 'no base' : 'unavailable', served };
          const picked = symbols ? pick(rates, symbols) : rates;
          return scope === 'range' ? { ...picked, timestamp: undefined } : picked;
        });
        const result: SourceResponse = {
          ...{ run, days, served },
          get body() {
            return bodyOf(this, scope, form);
          },
        };
        return { result };
      };
      return { what: `a request of ${count(run.length, 'day')}`, send, url, policy, now, log };
    };
    return { prepare, hasRanges: () => true, refuseRanges() {}, close: async () => {} };
  },
});

/** In the form of the service's own. */
function bodyOf(
  response: SourceResponse,
  scope: Request['scope'],
  { base = usd, prettyprint }: ResponseForm,
): Buffer {
  const found = ratesIn(response);
  const [{ disclaimer = '', license = '', timestamp = null, rates = undefined } = {}] = found;
  const { first, last } = response.run;
  const body =
    scope === 'range'
      ? {
          start_date: first,
          end_date: last,
          base,
          rates: new Map(found.map(({ day, rates }) => [day, rates])),
        }
      : { timestamp, base, rates: rates ?? {} };
  return Buffer.from((prettyprint ? prettyJson : jsonText)({ disclaimer, license, ...body }));
}
