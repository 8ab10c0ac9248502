import { describe, expect, test } from 'vitest';
import { ask } from './ask.ts';
import type { Served } from './conformance.ts';

export function daysConform(served: () => Served): void {
  const get = async (target: string) => {
    const { url, appId } = served();
    const answered = await ask(url, `${target}${target.includes('?') ? '&' : '?'}app_id=${appId}`);
    expect(answered.status, answered.text).toBe(200);
    return answered;
  };

  describe('historical', () => {
    test('a day has its members in order, base USD and its codes sorted', async () => {
      const { json } = await get('/historical/2024-02-29.json');
      const members = ['disclaimer', 'license', 'timestamp', 'base', 'rates'];
      expect(members.filter((member) => member in json)).toEqual(Object.keys(json));
      expect(json.base).toBe('USD');
      expect(json.rates.USD).toBe(1);
      expect(Object.keys(json.rates)).toEqual(Object.keys(json.rates).sort());
      expect(Number.isInteger(json.timestamp)).toBe(true);
    });

    test('the running day is there, published no later than now, and is the latest', async () => {
      const { json, headers } = await get(`/historical/${served().today}.json`);
      expect(json.rates.EUR).toBeGreaterThan(0);
      expect(json.timestamp * 1000).toBeLessThanOrEqual(Date.parse(String(headers.date)));
      expect((await get('/latest.json')).json).toEqual(json);
    });

    test('another base divides by its rate and is itself 1; asked for USD the published numbers stay as they are', async () => {
      const published = await get('/historical/2024-02-29.json');
      const { rates } = published.json;
      const { json } = await get('/historical/2024-02-29.json?base=EUR');
      expect([json.base, json.rates.EUR]).toEqual(['EUR', 1]);
      expect(json.rates.GBP).toBe(Number((rates.GBP / rates.EUR).toPrecision(10)));
      expect(Object.keys(json.rates)).toEqual(Object.keys(rates));
      expect((await get('/historical/2024-02-29.json?base=usd')).text).toBe(published.text);
    });

    test('symbols limit the rates; unknown ones are left out, case and spaces do not count', async () => {
      const codes = async (symbols: string) =>
        Object.keys((await get(`/historical/2024-02-29.json?symbols=${symbols}`)).json.rates);
      expect(await codes('JPY,EUR')).toEqual(['EUR', 'JPY']);
      expect(await codes('jpy,%20gbp%20,QQQ,not-a-code,JPY')).toEqual(['GBP', 'JPY']);
      expect(await codes('QQQ')).toEqual([]);
      expect((await codes('')).length).toBeGreaterThanOrEqual(4);
    });
  });

  describe('time series', () => {
    test('every day of the range is there, in order, without a timestamp', async () => {
      const { json } = await get('/time-series.json?start=2024-01-30&end=2024-02-02');
      const members = ['disclaimer', 'license', 'start_date', 'end_date', 'base', 'rates'];
      expect(members.filter((member) => member in json)).toEqual(Object.keys(json));
      expect([json.start_date, json.end_date, json.base]).toEqual(['2024-01-30', '2024-02-02', 'USD']);
      expect(Object.keys(json.rates)).toEqual(['2024-01-30', '2024-01-31', '2024-02-01', '2024-02-02']);
    });

    test('a day of a series has the rates of that day', async () => {
      const { json } = await get('/time-series.json?start=2024-02-01&end=2024-02-01&base=GBP&symbols=EUR,JPY');
      const day = await get('/historical/2024-02-01.json?base=GBP&symbols=EUR,JPY');
      expect(json.rates['2024-02-01']).toEqual(day.json.rates);
    });

    test.each([
      ['2024-02-01', '2024-02-30', 29],
      ['2024-02-01', '2024-02-31', 29],
      ['2024-01-15', '2024-02-14', 31],
      ['today', 'today', 1],
    ])('from %s to %s gives %i days', async (...[from, to, count]) => {
      const [start, end] = [from, to].map((day) => (day === 'today' ? served().today : day));
      const { json } = await get(`/time-series.json?start=${start}&end=${end}&symbols=EUR`);
      expect(json.end_date).toBe(count === 29 ? '2024-02-29' : end);
      expect(Object.keys(json.rates)).toHaveLength(count);
    });
  });

  describe('bodies', () => {
    test.each(['0', 'false', 'FALSE'])('prettyprint=%s minifies', async (no) => {
      const { text, json } = await get(`/historical/2024-02-29.json?prettyprint=${no}`);
      expect(text).not.toMatch(/\s"/);
      expect(json).toEqual((await get('/historical/2024-02-29.json')).json);
    });

    const readable = ['', '?prettyprint', '?prettyprint=1', '?prettyprint=true', '?prettyprint=maybe'];
    test.each(readable)('two spaces a level with %j', async (query) => {
      const { text } = await get(`/historical/2024-02-29.json${query}`);
      expect(text).toMatch(/^\{\n {2}"/);
      expect(text).toMatch(/\n {2}"rates": \{\n {4}"[A-Z0-9_]+": /);
    });

    test('no number has an exponent, however small', async () => {
      const { text } = await get('/historical/2024-02-29.json?base=JPY');
      expect(text).not.toMatch(/\d[eE][+-]?\d/);
    });
  });

  test('currencies are names by code, for anyone', async () => {
    const { status, json } = await ask(served().url, '/currencies.json');
    expect(status).toBe(200);
    expect(json).toMatchObject({ EUR: 'Euro', USD: 'US Dollar' });
    expect(json).not.toHaveProperty('VEF_BLKMKT');
    expect(Object.keys(json)).toEqual(Object.keys(json).sort());
    const all = (await ask(served().url, '/currencies.json?show_alternative=1')).json;
    expect(Object.keys(all)).toEqual(Object.keys({ ...json, ...all }).sort());
    expect(all).toHaveProperty('VEF_BLKMKT');
  });
}
