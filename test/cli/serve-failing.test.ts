import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectError } from '../server/http/ask.ts';
import { busy, lost, onDays, pass, refusing, silent, status } from '../support/faults.ts';
import { appId } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';
import { Serving, servingScene } from '../support/serving.ts';

const broken = status(500, '<html>');

describe.concurrent('a day that cannot be had is a 503, and the next is answered, of a service that', () => {
  test.each<[words: string, fault: Fault, tries: number, spent: number]>([
    ['is broken', broken, 2, 0],
    ['hangs up', lost, 2, 2],
    ['redirects', status(302, '', { location: 'http://127.0.0.1:1/' }), 1, 0],
  ])('%s', async (_words, fault, tries, spent) => {
    const { service, serving } = await servingScene(onDays(['2024-01-16'], fault));
    expectError(await serving.day('2024-01-16'), 503, 'unavailable');
    expect(await serving.spent()).toBe(spent);
    expect(service.asked()).toEqual(Array(tries).fill('2024-01-16'));
    const [one = 0, other = one + 1000] = service.requests.map(({ at }) => at);
    expect(other - one).toBeGreaterThanOrEqual(995);
    expect((await serving.day('2024-02-17')).status).toBe(200);
  });

  // only when the client is sent away
  test.each<[words: string, fault: Fault]>([
    ['answers nothing', silent],
    ['asks to wait', busy(20)],
  ])('%s, within 5 s', async (_words, fault) => {
    const { service, serving } = await servingScene(onDays(['2024-01-16'], fault));
    const answer = serving.day('2024-01-16');
    await service.came(1);
    // of the same month, asked for and stored
    for (let time = 0; time < 2; time++) expect((await serving.day('2024-01-17')).status).toBe(200);
    serving.later();
    expectError(await answer, 503, 'unavailable');
    expect(service.asked()).toEqual(['2024-01-16', '2024-01-17']);
  });
});

test('with the service gone stored days are answered, in every form, and others are 503', async () => {
  const { service, machine, serving: before } = await servingScene(pass, { key: 'enterprise' });
  const month = await before.days('2024-01-01', '2024-01-31');
  await service.close();
  for (const serving of [before, await Serving.start(machine)]) {
    expect((await serving.days('2024-01-01', '2024-01-31')).text).toBe(month.text);
    expect((await serving.get('/historical/2024-01-31.json?base=EUR')).json.rates.EUR).toBe(1);
    const others = [serving.days('2024-01-31', '2024-02-01'), serving.get('/latest.json')];
    for (const answered of await Promise.all(others)) expectError(answered, 503, 'unavailable');
    expect(await serving.spent()).toBe(serving === before ? 31 : 0);
  }
});

test('--offline answers what is stored, without a key, and opens no connection', async () => {
  const { service, machine, run } = await scene();
  await run('historical 2024-01-17');
  const preload = join(import.meta.dirname, '../support/no-connections.cjs');
  const serving = await Serving.start(machine, ['--offline'], { env: { RATEBOOK_APP_ID: '' }, preload });
  expect((await serving.day('2024-01-17')).status).toBe(200);
  expectError(await serving.day('2024-01-18'), 400, 'not_available');
  expectError(await serving.days('2024-01-16', '2024-01-17'), 400, 'not_available');
  expect((await serving.get('/latest.json')).json).toEqual((await serving.day('2024-01-17')).json);
  expect(await serving.spent()).toBe(0);
  expect(service.calls()).toBe(1);
  const { stderr } = await serving.stop();
  expect(stderr.split('\n')[0]).toBe('1 day is stored; no others are served');
  expect(stderr.match(/\d{3} \d+ ms .*/g)?.map((line) => line.replace(/\d+ ms /, ''))).toEqual([
    '200 stored, cost 0',
    '400 not stored, cost 0',
    '400 not stored, cost 0',
    '200 stored, cost 0',
    '200 stored, cost 0',
    '200 -',
  ]);
});

test.each([
  ['a quota used up, and is let alone', 403, 'access_restricted', [429, 'access_restricted'], '2024-02-01'],
  ['a day that it has not, and is not asked for it again', 400, 'not_available', [400, 'not_available'], '2024-01-17'],
  ['the key, and is let alone', 401, 'invalid_app_id', [503, 'unavailable'], '2024-02-01'],
] as const)('a service refuses for %s: one request (%i %s)', async (_why, code, message, [status, words], next) => {
  const { service, serving } = await servingScene(refusing(code, message, `The App ID ${appId} is not good.`));
  const answered = await serving.day('2024-01-17');
  expectError(answered, status, words);
  expectError(await serving.day(next), status, words);
  expect(service.requests).toHaveLength(1);
  const { stderr } = await serving.stop();
  expect(stderr).toContain(status === 503 ? message : '');
  expect(answered.text + stderr).not.toContain(appId);
});

test('a store that fails is the client told nothing of: no path, no reason', async () => {
  const { machine } = await scene();
  const store = join(machine.home, 'rates');
  const serving = await Serving.start(machine, [], { env: { RATEBOOK_STORE: store } });
  rmSync(store, { recursive: true, force: true });
  machine.write('rates', '');
  const answered = await serving.day('2024-01-17');
  expectError(answered, 503, 'unavailable');
  expect(answered.text).not.toContain(machine.home);
  const { stderr } = await serving.stop();
  expect(stderr).toMatch(/2024-01-17\.json 503 \d+ ms - \(.*2024-01-17\.json cannot be read: not a directory\)/);
});
