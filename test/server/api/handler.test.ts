import { afterEach, describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../../src/calendar/day.ts';
import type { Code } from '../../../src/rates/code.ts';
import type { DayRates } from '../../../src/rates/day-rates.ts';
import { accessRestricted } from '../../../src/server/api/error.ts';
import { createHandler } from '../../../src/server/api/handler.ts';
import { type Listening, listen } from '../../../src/server/api/listen.ts';
import type { Account, DaySource } from '../../../src/server/api/service.ts';
import { ask } from './ask.ts';
import { expectError } from './conformance-errors.ts';

const now = Date.parse('2024-02-10T12:00:00.500Z');
const usd = 'USD' as Code;

const dayOf = (day: string, rates: Record<string, number>): DayRates => ({
  day: day as Day,
  base: usd,
  rates: new Map(Object.entries(rates) as [Code, number][]),
});

/** Serves these days alone. */
function only(...held: DayRates[]): DaySource {
  const byDay = new Map(held.map((day) => [day.day, day]));
  return {
    pivot: usd,
    days: async (days) => days.map((day) => byDay.get(day)),
  };
}

describe('over a source of its own', () => {
  let server: Listening | undefined;
  let spent = 0;
  afterEach(() => server?.close());

  async function serve(source: DaySource, quota?: number): Promise<(target: string) => ReturnType<typeof ask>> {
    spent = 0;
    const account: Account = {
      plan: {
        name: 'Own',
        updateFrequency: 'daily',
        features: { base: true, symbols: true, timeSeries: true, convert: true },
        quota,
        period: 'month',
      },
      get requests() {
        return spent;
      },
      charge(cost) {
        if (quota !== undefined && spent + cost > quota) throw accessRestricted('2024-02-11' as Day);
        spent += cost;
      },
      refund(cost) {
        spent -= cost;
      },
    };
    const handler = createHandler({ source, accounts: () => account, now: () => now });
    server = await listen(handler, 0);
    const { url } = server;
    return (target) => ask(url, `${target}${target.includes('?') ? '&' : '?'}app_id=a`);
  }

  test('a day without a known timestamp has its last second, the running day the present one', async () => {
    const get = await serve(only(dayOf('2024-02-01', { USD: 1 }), dayOf('2024-02-10', { USD: 1 })));
    expect(Object.entries((await get('/historical/2024-02-01.json')).json)).toEqual([
      ['timestamp', Date.parse('2024-02-01T23:59:59Z') / 1000],
      ['base', 'USD'],
      ['rates', { USD: 1 }],
    ]);
    expect((await get('/latest.json')).json.timestamp).toBe(Math.floor(now / 1000));
  });

  test.each([1e12, -1e12, 1e15])('a timestamp of %s, which no header can name, is in none', async (timestamp) => {
    const get = await serve(only({ ...dayOf('2024-02-01', { USD: 1 }), timestamp }));
    const { headers, json } = await get('/historical/2024-02-01.json');
    expect(headers).not.toHaveProperty('last-modified');
    expect(json.timestamp).toBe(timestamp);
  });

  test('one missing day fails a whole series, and nothing is charged', async () => {
    const get = await serve(only(dayOf('2024-02-01', { USD: 1 }), dayOf('2024-02-03', { USD: 1 })));
    expectError(await get('/time-series.json?start=2024-02-01&end=2024-02-03'), 400, 'not_available');
    expectError(await get('/historical/2024-02-02.json'), 400, 'not_available');
    expect(spent).toBe(0);
    expect((await get('/historical/2024-02-03.json')).status).toBe(200);
    expect(spent).toBe(1);
  });

  test('a base with rate 0 or none is no base; one that only some days have fails the series as a gap', async () => {
    const get = await serve(only(dayOf('2024-02-01', { USD: 1, ZWD: 0 }), dayOf('2024-02-02', { USD: 1, SLE: 22 })));
    expectError(await get('/historical/2024-02-01.json?base=ZWD'), 400, 'invalid_base');
    expectError(await get('/historical/2024-02-01.json?base=SLE'), 400, 'invalid_base');
    const series = '/time-series.json?start=2024-02-01&end=2024-02-02';
    expectError(await get(`${series}&base=SLE`), 400, 'not_available');
    expectError(await get(`${series}&base=ZWD`), 400, 'invalid_base');
  });

  test('a request that costs more than is left is refused whole', async () => {
    const days = Array.from(eachDay('2024-02-01' as Day, '2024-02-05' as Day), (day) => dayOf(day, { USD: 1 }));
    const get = await serve(only(...days), 4);
    expectError(await get('/time-series.json?start=2024-02-01&end=2024-02-05'), 429, 'access_restricted');
    expect(spent).toBe(0);
    expect((await get('/time-series.json?start=2024-02-01&end=2024-02-04')).status).toBe(200);
    expect((await get('/usage.json')).json.data.usage.requests_remaining).toBe(0);
  });

  test("the source's own refusal is the answer", async () => {
    const get = await serve({ pivot: usd, days: async () => Promise.reject(accessRestricted('2024-03-01' as Day)) });
    expectError(await get('/latest.json'), 429, 'access_restricted');
    expect(spent).toBe(0);
  });

  test('a source that breaks is a 500 that tells nothing', async () => {
    const secret = 'secret in /home/someone';
    const get = await serve({ pivot: usd, days: async () => Promise.reject(new Error(secret)) });
    const answered = await get('/latest.json');
    expectError(answered, 500, 'internal_error');
    expect(answered.text).not.toContain('secret');
    expect(spent).toBe(0);
  });

  test('tiny and huge rates are plain decimals', async () => {
    const get = await serve(only(dayOf('2024-02-01', { BTC: 1.5e-9, USD: 1, ZZZ: 1.25e21 })));
    const { text } = await get('/historical/2024-02-01.json?prettyprint=0');
    expect(text).toContain('"BTC":0.0000000015,"USD":1,"ZZZ":1250000000000000000000');
  });
});
