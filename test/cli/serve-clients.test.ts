import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lacking, pass } from '../support/faults.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { runOn } from '../support/scene.ts';
import { type Serving, servingScene } from '../support/serving.ts';

describe('ratebook with base_url set to serve', () => {
  const behind = ({ url }: Serving) => runOn(Machine.for(url, 'whatever'), () => undefined);

  test('gives the same CSV as directly, at the same cost, with time series though the key may not', async () => {
    const { service, serving } = await servingScene(pass, { key: 'free' });
    const through = behind(serving);
    const directly = runOn(Machine.for(service.url, 'free-of-another'), () => undefined);
    for (const line of [
      'series 2024-01',
      'series 2024-01-15 2024-02-15 -b EUR -s GBP,JPY,BTC --wide',
      'historical 2024-02-29 2024-01-31 --show-alternative',
      'series 2024-02 --no-store',
    ]) {
      const { code, stdout, stderr } = await through(line);
      expect([code, stderr.includes('no time series')]).toEqual([0, false]);
      expect(stdout).toBe((await directly(line)).stdout);
      expect(stdout.length).toBeGreaterThan(100);
    }
    expect(await serving.spent()).toBe(31 + 29 + 2);
    expect(serving.log().filter((line) => / GET \/api\/time-series/.test(line))).toHaveLength(3);
  });

  test('has gaps where the service has them, and tells of what serve has spent', async () => {
    const given = { key: 'enterprise', args: '--max-cost 100' };
    const { serving } = await servingScene(lacking('2024-01-17'), given);
    const run = behind(serving);
    const { code, stdout, stderr } = await run('series 2024-01 -s EUR');
    expect([code, stdout.split('\n').length]).toEqual([3, 1 + 30 + 1]);
    expect(stderr).toContain('no rates for 1 day: 2024-01-17');
    const { usage } = JSON.parse((await run('usage -f json')).stdout);
    expect(usage).toMatchObject({ requests: 30, requests_quota: 100, requests_remaining: 70 });
  });
});

/** A folder in which `npm install openexchangerates-api oxr open-exchange-rates money` was run. */
const clients = process.env.RATEBOOK_CLIENTS ?? '';
const installed = existsSync(join(clients, 'node_modules/open-exchange-rates'));
const orSkipped = installed ? '' : ' (skipped: RATEBOOK_CLIENTS names no folder in which they are installed)';

/** What a script prints that uses them. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at it member by member
async function script(text: string): Promise<any> {
  const child = spawn(process.execPath, ['--no-deprecation', '-e', text], { cwd: clients });
  const { code, stdout, stderr } = await finished(child);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const oxrAt = ({ url }: Serving) =>
  `require('oxr').factory({ appId: 'team', protocol: 'http', host: '${new URL(url).host}' })`;

describe.skipIf(!installed)(`an unmodified client library of the service${orSkipped}`, () => {
  test('openexchangerates-api, by its apiBase: days, series with base and symbols, names, errors', async () => {
    const { service, serving } = await servingScene(pass, { key: 'free' });
    const got = await script(`
      const RatesApi = require('openexchangerates-api');
      const client = new RatesApi({ appId: 'team', ssl: false, apiBase: '${new URL(serving.url).host}/api' });
      const call = (name, ...args) => new Promise((resolve) => client[name](...args, (error, data) =>
        resolve(error ? { status: error.status, errno: error.errno } : data)));
      Promise.all([
        call('historical', new Date(2024, 0, 17)),
        call('timeSeries', new Date(2024, 0, 1), new Date(2024, 0, 31), { base: 'GBP', symbols: 'EUR,JPY' }),
        call('latest', { symbols: 'EUR' }),
        call('currencies'),
        call('historical', new Date(1990, 0, 1)),
      ]).then((all) => console.log(JSON.stringify(all)));
    `);
    const [day, series, latest, currencies, error] = got as { rates: Record<string, unknown> }[];
    expect(day).toEqual((await serving.day('2024-01-17')).json);
    const asked = '/time-series.json?start=2024-01-01&end=2024-01-31&base=GBP&symbols=EUR,JPY';
    expect(series).toEqual((await serving.get(asked)).json);
    expect(Object.keys(series?.rates ?? {})).toHaveLength(31);
    expect(latest?.rates.EUR).toBeGreaterThan(0);
    expect(currencies).toMatchObject({ EUR: 'Euro' });
    expect(error).toEqual({ status: 400, errno: 'not_available' });
    expect(service.cost()).toBe(31 + 1);
  });

  test('oxr, by its protocol and host', async () => {
    const { serving } = await servingScene();
    const got = await script(`
      ${oxrAt(serving)}.historical('2024-01-17', { base: 'EUR' }).then((day) => console.log(JSON.stringify(day)));
    `);
    expect(got).toEqual((await serving.get('/historical/2024-01-17.json?base=EUR')).json);
  });

  test('oxr and open-exchange-rates with money, where only stored days are served', async () => {
    const { service, run, serving } = await servingScene(pass, { args: '--offline' });
    await run('historical 2024-01-17 -q');
    const got = await script(`
      const service = ${oxrAt(serving)};
      const oxr = require('open-exchange-rates');
      const fx = require('money');
      oxr.set({ app_id: 'team' });
      oxr.api_url = '${serving.url}/';
      let times = 0;
      oxr.latest((error) => {
        // it calls back twice
        if (times++ > 0) return;
        fx.rates = oxr.rates;
        fx.base = oxr.base;
        const pounds = fx(10).from('EUR').to('GBP').toFixed(6);
        Promise.all([service.latest(), service.historical('2024-01-17')]).then(([latest, day]) =>
          console.log(JSON.stringify({ error, timestamp: oxr.timestamp, pounds, latest, day })));
      });
    `);
    const { json } = await serving.day('2024-01-17');
    const pounds = ((json.rates.GBP / json.rates.EUR) * 10).toFixed(6);
    expect(got).toEqual({ error: null, timestamp: json.timestamp * 1000, pounds, latest: json, day: json });
    expect((await serving.get('/convert/10/EUR/GBP')).json.response.toFixed(6)).toBe(pounds);
    expect(service.cost()).toBe(1);
  });
});
