import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoService } from '../../../src/server/http/demo.ts';
import { createHandler } from '../../../src/server/http/handler.ts';
import { type Listening, listen } from '../../../src/server/http/server.ts';
import { ask, expectError } from '../../server/http/ask.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

describe('keys of the demonstration', () => {
  let demo: Listening;
  let now = noon;
  const served = demoService(() => now);
  let count = 0;
  let suffix = '';
  beforeAll(async () => {
    demo = await listen(createHandler(served), 0);
  });
  afterAll(() => demo.close());
  beforeEach(() => {
    now = noon;
    suffix = `-${++count}`;
  });
  const get = (key: string, target: string) =>
    ask(demo.url, `${target}${target.includes('?') ? '&' : '?'}app_id=${key}${suffix}`);
  const used = async (key: string) => (await get(key, '/usage.json')).json.data.usage.requests;

  const day = '/historical/2024-02-29.json';
  const month = '/time-series.json?start=2024-01-01&end=2024-01-31&symbols=EUR';

  test.each([
    ['free', day],
    ['free', `${day}?base=USD&symbols=`],
    ['free', '/latest.json?show_alternative=1'],
    ['developer', `${day}?base=EUR&symbols=GBP`],
    ['enterprise', month],
    ['enterprise', `${day}?base=EUR`],
    ['whoever', month],
  ])('the plan %s has %s', async (key, target) => expect((await get(key, target)).status).toBe(200));

  test.each([
    ['free', `${day}?base=EUR`, 403, 'not_allowed'],
    ['free', `${day}?symbols=EUR`, 403, 'not_allowed'],
    ['free', month, 403, 'not_allowed'],
    ['developer', month, 403, 'not_allowed'],
    ['invalid', day, 401, 'invalid_app_id'],
  ])('the key %s is refused %s', async (key, target, status, message) => {
    expectError(await get(key, target), status, message);
    if (status === 403) expect(await used(key)).toBe(0);
  });

  test('a day costs one request, a series one a day, errors and usage nothing', async () => {
    await get('any', day);
    await get('any', '/latest.json');
    expect(await used('any')).toBe(2);
    await get('any', month);
    expect(await used('any')).toBe(33);
    await get('any', '/historical/2030-01-01.json');
    await get('any', `${day}?base=QQQ`);
    await get('any', `${month}&base=QQQ`);
    await get('any', '/time-series.json?start=2026-11-19&end=2026-11-21');
    await get('any', '/nothing.json');
    expect(await used('any')).toBe(33);
  });
});
