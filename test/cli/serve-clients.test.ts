import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finished, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { Serving } from '../support/serving.ts';

describe('ratebook with base_url set to serve', () => {
  test('gives the same CSV as directly, at the same cost', async () => {
    const { service, machine } = await scene(undefined, { key: 'free' });
    const serving = await Serving.start(machine);
    const behind = Machine.for(serving.url, 'whatever');
    const other = Machine.for(service.url, 'free-of-another');
    for (const args of [
      ['series', '2024-01'],
      ['series', '2024-01-15', '2024-02-15', '-b', 'EUR', '-s', 'GBP,JPY,BTC', '--wide'],
      ['historical', '2024-02-29', '2024-01-31', '--show-alternative'],
      ['series', '2024-02', '--no-store'],
    ]) {
      const through = await behind.run(args);
      const directly = await other.run(args);
      expect(through.code, through.stderr).toBe(0);
      expect(through.stdout).toBe(directly.stdout);
      expect(through.stdout.length).toBeGreaterThan(100);
    }
    expect(await serving.spent()).toBe(31 + 29 + 2);
  });

  test('uses time series though the key behind may not', async () => {
    const { machine } = await scene(undefined, { key: 'free' });
    const serving = await Serving.start(machine);
    const { code, stderr } = await Machine.for(serving.url, 'x').run(['series', '2024-01', '-s', 'EUR']);
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/no time series/);
    expect(serving.log().filter((line) => / GET \/api\/time-series/.test(line))).toHaveLength(1);
  });

  test('has gaps where the service has them', async () => {
    const { machine } = await scene(
      ({ path, query }, response, pass) => {
        const within = query.start && query.start <= '2024-01-17' && (query.end ?? '') >= '2024-01-17';
        if (!within && !path.includes('2024-01-17')) return pass();
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end('{"error":true,"status":400,"message":"not_available","description":"no"}');
      },
      { key: 'enterprise' },
    );
    const serving = await Serving.start(machine);
    const { code, stdout, stderr } = await Machine.for(serving.url).run(['series', '2024-01', '-s', 'EUR']);
    expect(code, stderr).toBe(3);
    expect(stderr).toContain('no rates for 1 day: 2024-01-17');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1 + 30);
    expect(await serving.spent()).toBe(30);
  });

  test('ratebook usage tells of what serve has spent', async () => {
    const { machine } = await scene();
    const serving = await Serving.start(machine, ['--max-cost', '100']);
    await serving.day('2024-01-17');
    const { code, stdout } = await Machine.for(serving.url).run(['usage', '-f', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).usage).toMatchObject({
      requests: 1,
      requests_quota: 100,
      requests_remaining: 99,
    });
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
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe.skipIf(!installed)(`an unmodified client library of the service${orSkipped}`, () => {
  test('openexchangerates-api, by its apiBase: days, series with base and symbols, names, errors', async () => {
    const { service, machine } = await scene(undefined, { key: 'free' });
    const serving = await Serving.start(machine);
    const { host } = new URL(serving.url);
    const got = await script(`
      const RatesApi = require('openexchangerates-api');
      const client = new RatesApi({ appId: 'team', ssl: false, apiBase: '${host}/api' });
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
    const { machine } = await scene();
    const serving = await Serving.start(machine);
    const { host } = new URL(serving.url);
    const got = await script(`
      const service = require('oxr').factory({ appId: 'team', protocol: 'http', host: '${host}' });
      service.historical('2024-01-17', { base: 'EUR' }).then((day) => console.log(JSON.stringify(day)));
    `);
    expect(got).toEqual((await serving.get('/historical/2024-01-17.json?base=EUR')).json);
  });

  test('oxr and open-exchange-rates with money, where only stored days are served', async () => {
    const { service, machine } = await scene();
    await machine.run(['historical', '2024-01-17', '-q']);
    const serving = await Serving.start(machine, ['--offline']);
    const { host } = new URL(serving.url);
    const got = await script(`
      const service = require('oxr').factory({ appId: 'team', protocol: 'http', host: '${host}' });
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
    expect(got).toEqual({
      error: null,
      timestamp: json.timestamp * 1000,
      pounds: ((json.rates.GBP / json.rates.EUR) * 10).toFixed(6),
      latest: json,
      day: json,
    });
    expect((await serving.get('/convert/10/EUR/GBP')).json.response.toFixed(6)).toBe(got.pounds);
    expect(service.cost()).toBe(1);
  });
});
