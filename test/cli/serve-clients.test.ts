import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pass } from '../support/faults.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { runOn } from '../support/scene.ts';
import { servingScene } from '../support/serving.ts';

test('ratebook behind serve has the CSV that it has directly, at the same cost, with time series', async () => {
  const { service, serving } = await servingScene(pass, { key: 'free' });
  const through = runOn(Machine.for(serving.url, 'whatever'), () => undefined);
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

/** A folder in which `npm install openexchangerates-api oxr open-exchange-rates` was run. */
const clients = process.env.RATEBOOK_CLIENTS ?? '';
const installed = existsSync(join(clients, 'node_modules/open-exchange-rates'));
const orSkipped = installed ? '' : ' (skipped: RATEBOOK_CLIENTS names no folder in which they are installed)';

/** One of them calls this function, which Node 23 removed. */
const ofEarlierNodes = "require('util').isDate ??= (value) => value instanceof Date;";

/** Of each library, how it gets a day from a host, and prints it. */
const libraries = {
  'openexchangerates-api': (host: string) => `
    const RatesApi = require('openexchangerates-api');
    new RatesApi({ appId: 'team', ssl: false, apiBase: '${host}/api' })
      .historical(new Date(2024, 0, 17), (error, day) => console.log(JSON.stringify(error ?? day)));`,
  oxr: (host: string) => `
    require('oxr').factory({ appId: 'team', protocol: 'http', host: '${host}' })
      .historical('2024-01-17').then((day) => console.log(JSON.stringify(day)));`,
  'open-exchange-rates': (host: string) => `
    const oxr = require('open-exchange-rates');
    oxr.set({ app_id: 'team' });
    oxr.api_url = 'http://${host}/api/';
    oxr.historical('2024-01-17', () => console.log(JSON.stringify(oxr)));`,
};

describe.skipIf(!installed)(`an unmodified client library of the service${orSkipped}`, () => {
  test.each(Object.entries(libraries))('%s', async (_name, script) => {
    const { serving } = await servingScene();
    const { base, rates } = (await serving.day('2024-01-17')).json;
    const text = `${ofEarlierNodes}${script(new URL(serving.url).host)}`;
    const child = spawn(process.execPath, ['--no-deprecation', '-e', text], { cwd: clients });
    const { code, stdout, stderr } = await finished(child);
    expect([code, stderr]).toEqual([0, '']);
    // one of them calls back twice
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ base, rates });
  });
});
