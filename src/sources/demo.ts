import { dayAt, eachDay, isFinished } from '../calendar/day.ts';
import { usd } from '../currencies/code.ts';
import { jsonText, prettyJson } from '../json.ts';
import { derive, pick } from '../rates/day-rates.ts';
import { count } from '../words.ts';
import { endpoints } from './oxr/source.ts';
import type { Connection, DayOutcome, Request, ResponseForm, Source, SourceResponse } from './source.ts';
import { isUnavailable } from './source.ts';

/** Raise this when any of its rates changes: stored days of different versions must not mix. */
export const demoVersion = 1;

export const demoFolder = `demo-${demoVersion}`;

/** Computes its rates, as if they were those of Open Exchange Rates on a plan without limits. */
export const demonstration = (now: () => number): Source<Connection> => ({
  name: 'made up, for demonstration',
  terms: 'for trying out, and for nothing else',
  folder: demoFolder,
  pivot: { base: usd },
  calendar: { publishes: () => true, due: dayAt, isFinal: isFinished },
  asks: { by: 'range', most: 'a month' },
  newest: 'today',
  has: { alternative: true, raw: true, quota: true },
  isMadeUp: true,
  endpoints,
  updateEvery: () => 3_600_000,
  async open({ log }) {
    const { demoDay } = await import('./demo-rates.ts');

    function answerTo({ run, scope }: Request, form: ResponseForm): SourceResponse {
      const served = now();
      const { alternative, base = usd, symbols } = form;
      const days = Array.from(eachDay(run.first, run.last), (day): DayOutcome => {
        const made = demoDay(day, { alternative, now: served });
        const rates = made && derive(made, base);
        if (!rates) return { day, reason: made ? 'no base' : 'unavailable', served };
        const picked = symbols ? pick(rates, symbols) : rates;
        return scope === 'range' ? { ...picked, timestamp: undefined } : picked;
      });
      const surplus: string[] = [];
      return {
        run,
        days,
        surplus,
        served,
        get body() {
          return bodyOf(this, scope, form);
        },
      };
    }

    // in the place of an address, which nobody sees
    const url = new URL('http://127.0.0.1');
    const policy = { attempts: 1, failed: '' };
    return {
      prepare: (request, form) => ({
        what: `a request of ${count(request.run.length, 'day')}`,
        send: async () => ({ result: answerTo(request, form) }),
        ...{ url, policy, now, log },
      }),
      hasRanges: () => true,
      refuseRanges() {},
      close: async () => {},
    };
  },
});

/** In the form of the service's own. */
function bodyOf(
  { run, days }: SourceResponse,
  scope: Request['scope'],
  { base = usd, prettyprint }: ResponseForm,
): Buffer {
  const found = days.flatMap((day) => (isUnavailable(day) ? [] : [day]));
  const [first] = found;
  const { disclaimer = '', license = '' } = first ?? {};
  const rates = first?.rates ?? new Map<string, number>();
  const body =
    scope === 'range'
      ? {
          start_date: run.first,
          end_date: run.last,
          base,
          rates: new Map(found.map(({ day, rates }) => [day, rates])),
        }
      : { timestamp: first?.timestamp ?? null, base, rates };
  return Buffer.from((prettyprint ? prettyJson : jsonText)({ disclaimer, license, ...body }));
}
