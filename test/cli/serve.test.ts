import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, expectError, sendBytes } from '../server/http/ask.ts';
import { bankScene, ratesOn, weekdaysOf } from '../support/bank.ts';
import { busy, later, lost, onDays, pass, refusing, silent, status } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { appId, Machine } from '../support/ratebook.ts';
import { runOn, scene } from '../support/scene.ts';
import { type Fault, replyError } from '../support/service.ts';
import { Serving, servingScene } from '../support/serving.ts';
import { StoredFiles } from '../support/stored-files.ts';

const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))];
const enterprise = { key: 'enterprise' };

describe('a day is paid for once', () => {
  test('by two servers on one store, and a series run beside them', async () => {
    const { service, machine, built, serving } = await servingScene(later, enterprise, Serving.start);
    const servings = [serving, await Serving.start(machine)];
    const [run, ...answers] = await Promise.all([
      built('series 2024-01 -s EUR'),
      ...servings.flatMap((one) => [one.days('2024-01-01', '2024-01-31'), one.days('2024-01-10', '2024-01-20')]),
    ]);
    expect(run.code, run.stderr).toBe(0);
    expect([statuses(answers), service.cost()]).toEqual([[200], 31]);
  });
  test('the running day within a minute, by every way of asking', async () => {
    const today = '2026-11-20';
    const { service, stored, serving } = await servingScene(pass, { now: `${today}T12:00:00Z` });
    const answers = await Promise.all([serving.get('/latest.json'), serving.day(today)]);
    answers.push(await serving.get('/latest.json?base=EUR'), await serving.days(today, today));
    expect([statuses(answers), service.asked(), stored.days()]).toEqual([[200], [today], []]);
  });

  test('with and without the alternative currencies, which are other days', async () => {
    const { service, serving } = await servingScene();
    const day = '/historical/2024-01-17.json?symbols=EUR,DOGE';
    const codes = async (target: string) => Object.keys((await serving.get(target)).json.rates);
    for (let time = 0; time < 2; time++)
      expect([await codes(day), await codes(`${day}&show_alternative=1`)]).toEqual([['EUR'], ['DOGE', 'EUR']]);
    expect(service.cost()).toBe(2);
  });
});

test.each([
  ['--max-cost', { args: '--max-cost 10' }],
  ['without it, confirm_above', { env: { RATEBOOK_CONFIRM_ABOVE: '10' } }],
])('%s bounds what is spent in a UTC day: what is over it is refused whole, but not stored days', async (_, given) => {
  const { service, serving } = await servingScene(pass, { ...enterprise, ...given });
  expectError(await serving.days('2024-01-01', '2024-01-11'), 429, 'access_restricted');
  expect(service.calls()).toBe(0);
  for (let time = 0; time < 2; time++) {
    expect((await serving.days('2024-01-01', '2024-01-10')).status).toBe(200);
    expectError(await serving.day('2024-01-11'), 429, 'access_restricted');
  }
  const { plan, usage } = (await serving.get('/usage.json')).json.data;
  expect(plan.quota).toBe('10 requests/day');
  expect(usage).toMatchObject({ requests: 10, requests_quota: 10, requests_remaining: 0 });
  expect(service.cost()).toBe(10);
});

test('ratebook behind serve has the CSV that it has directly, at the same cost, with time series', async () => {
  const { service, serving } = await servingScene(pass, { key: 'free' });
  const through = runOn(Machine.for(serving.url, 'whatever'), () => undefined);
  const directly = runOn(Machine.for(service.url, 'free-of-another'), () => undefined);
  const lines = ['series 2024-01', 'historical 2024-02-29 2024-01-31 --show-alternative', 'series 2024-02 --no-store'];
  for (const line of [...lines, 'series 2024-01-15 2024-02-15 -b EUR -s GBP,JPY,BTC --wide']) {
    const { code, stdout, stderr } = await through(line);
    expect([code, stderr.includes('no time series')]).toEqual([0, false]);
    expect(stdout).toBe((await directly(line)).stdout);
    expect(stdout.length).toBeGreaterThan(100);
  }
  expect(await serving.spent()).toBe(31 + 29 + 2);
  expect(serving.log().filter((line) => / GET \/api\/time-series/.test(line))).toHaveLength(3);
});

describe('serve ecb', () => {
  const thursday = ratesOn('2024-01-18').USD;
  const friday = ratesOn('2024-01-19').USD;

  /** A Monday, before the bank publishes. */
  const now = '2024-01-22T12:00:00Z';

  /** Held is all up to Thursday, while the bank has Friday, too. */
  async function scene() {
    const { bank, machine, stored, run } = await bankScene(weekdaysOf('2024-01-02', '2024-01-18'));
    await run('latest', { now: '2024-01-18T17:00:00Z' });
    bank.publish(weekdaysOf('2024-01-02', '2024-01-19'));
    bank.requests.length = 0;
    const start = (env = {}) => Serving.here(machine, ['--source', 'ecb'], { now, env });
    return { bank, machine, stored, start };
  }

  const latestOf = async (serving: Serving) => (await serving.get('/latest.json')).json.rates?.USD;

  /** What it has logged, without the times, once it has ended. */
  async function logOf(serving: Serving): Promise<string[]> {
    const { stderr } = await serving.stop();
    const untimed = stderr.replace(/^2024-01-22T12:0\d:\d\dZ /gm, '').replace(/\d+ ms/g, 'MS');
    return untimed.trimEnd().split('\n').slice(2);
  }

  test('answers are relative to the euro, and there are none on days without rates', async () => {
    const { bank, start } = await scene();
    const serving = await start();
    const latest = await serving.get('/latest.json');
    expect([latest.status, latest.json.base, latest.json.rates.USD]).toEqual([200, 'EUR', Number(thursday)]);
    const friday = await serving.get('/historical/2024-01-12.json?symbols=USD');
    expect([friday.status, friday.json.base, friday.json.rates]).toEqual([200, 'EUR', { USD: 1.01127 }]);
    const other = await serving.get('/historical/2024-01-12.json?base=USD&symbols=EUR');
    expect([other.status, other.json.rates]).toEqual([200, { EUR: 0.9888555974 }]);
    const overWeekend = await serving.get('/time-series.json?start=2024-01-12&end=2024-01-16&symbols=USD');
    const published = ['2024-01-12', '2024-01-15', '2024-01-16'];
    expect([overWeekend.status, Object.keys(overWeekend.json.rates)]).toEqual([200, published]);
    expect((await serving.days('2024-01-13', '2024-01-14')).json.message).toBe('not_available');
    const saturday = await serving.day('2024-01-13');
    expect([saturday.status, saturday.json.message]).toEqual([400, 'not_available']);
    expect((await serving.stop()).code).toBe(0);
    expect(bank.requests).toHaveLength(1);
  });

  test('what is stored is answered at once while the bank hangs, and what it brings by the next question', async () => {
    const { bank, start } = await scene();
    const latch = new Latch();
    bank.fault = behind(latch);
    const serving = await start();
    // a question that waited for the bank would wait for ever
    for (let time = 0; time < 12; time++) expect(await latestOf(serving)).toBe(Number(thursday));
    const health = await serving.get('/health');
    expect([health.status, health.json.newest]).toEqual([200, '2024-01-18']);
    await bank.came(1);
    const day = serving.day('2024-01-19');
    latch.open();
    expect((await day).json.rates.USD).toBe(Number(friday));
    expect(await latestOf(serving)).toBe(Number(friday));
    expect(bank.requests).toHaveLength(1);
  });

  test('a bank that failed is let alone for a minute, and the log says why a day is not available', async () => {
    const { bank, start } = await scene();
    bank.fault = status(404);
    const serving = await start();
    for (let time = 0; time < 12; time++) expect(await latestOf(serving)).toBe(Number(thursday));
    for (const day of ['2024-01-19', '2024-01-22']) expectError(await serving.day(day), 503, 'unavailable');
    expectError(await serving.day('2024-01-20'), 400, 'not_available');
    expectError(await serving.days('2024-01-18', '2024-01-19'), 503, 'unavailable');
    // refused with conditions, and without
    expect(bank.requests).toHaveLength(2);
    bank.fault = pass;
    await serving.laterThan('2024-01-22T12:01');
    await latestOf(serving);
    expect((await serving.day('2024-01-19')).status).toBe(200);
    expect(await latestOf(serving)).toBe(Number(friday));
    expectError(await serving.day('2024-01-22'), 400, 'not_available');
    expect(bank.requests).toHaveLength(3);

    const fault = `${new URL(bank.url).host} gives no rates: status 404`;
    const log = (await logOf(serving)).filter((line) => !/latest|usage/.test(line));
    expect(log).toEqual([
      `${fault}; not retried for one minute`,
      `GET /api/historical/2024-01-19.json 503 MS - (${fault})`,
      `GET /api/historical/2024-01-22.json 503 MS - (${fault})`,
      'GET /api/historical/2024-01-20.json 400 MS not stored, cost 0 (2024-01-20: closed)',
      `GET /api/time-series.json?start=2024-01-18&end=2024-01-19&symbols=EUR 503 MS - (${fault})`,
      expect.stringMatching(/^GET .*2024-01-19\.json 200 MS (stored|fetched), cost 0$/),
      'GET /api/historical/2024-01-22.json 400 MS not stored, cost 0 (2024-01-22: not published yet)',
    ]);
  });

  test('a server that ends while the bank hangs says nothing of it', async () => {
    const { bank, start } = await scene();
    bank.fault = silent;
    const serving = await start();
    await latestOf(serving);
    await bank.came(1);
    const log = logOf(serving);
    await serving.closed();
    serving.later();
    const lines = (await log).filter((line) => !line.includes('currencies'));
    expect(lines).toEqual(['GET /api/latest.json 200 MS stored, cost 0']);
  });

  test('what cannot be kept is not asked for, and what is stored is answered', async () => {
    const { bank, machine, start } = await scene();
    machine.write('state', '');
    const serving = await start({ XDG_STATE_HOME: join(machine.home, 'state') });
    expect(await latestOf(serving)).toBe(Number(thursday));
    expectError(await serving.day('2024-01-19'), 503, 'unavailable');
    expect(bank.requests).toEqual([]);
    const why = /^cannot write in .*: not a directory; not retried for one minute$/;
    expect((await logOf(serving)).map((line) => why.test(line))).toEqual([true, false, false]);
  });

  test('its example is of a day that the bank publishes', async () => {
    const { machine } = await bankScene(weekdaysOf('2024-01-02', '2024-01-19'));
    const serving = await Serving.here(machine, ['--source', 'ecb'], { now });
    expect(serving.log()[1]).toBe(`try: curl '${serving.url}/historical/2024-01-19.json?app_id=me'`);
  });

  test('what no day of the file has is not asked for again', async () => {
    const { bank, start } = await scene();
    const serving = await start();
    const before = 'GET /api/historical/2023-12-29.json 400 MS';
    for (let time = 0; time < 2; time++) expectError(await serving.day('2023-12-29'), 400, 'not_available');
    expectError(await serving.get('/time-series.json?start=2023-12-29&end=2024-01-02'), 400, 'not_available');
    expect(await logOf(serving)).toEqual([
      `${before} fetched, cost 0 (2023-12-29: not stored)`,
      `${before} not stored, cost 0`,
      'GET /api/time-series.json?start=2023-12-29&end=2024-01-02 400 MS not stored, cost 0',
    ]);
    expect(bank.requests).toHaveLength(1);
  });

  test('no day of a weekend is one that the store is behind', async () => {
    const { machine, run } = await bankScene(weekdaysOf('2024-01-02', '2024-01-19'));
    const sunday = '2024-01-21T20:00:00Z';
    await run('latest', { now: sunday });
    const serving = await Serving.here(machine, ['--source', 'ecb'], { now: sunday });
    expect((await serving.get('/health')).json).toMatchObject({ days: 14, newest: '2024-01-19', behind: 0 });
  });

  test('there are no alternative currencies, and no second store of them', async () => {
    const { bank, machine, start } = await scene();
    const serving = await start();
    expect((await serving.get('/historical/2024-01-18.json?show_alternative=1')).json.rates.USD).toBe(Number(thursday));
    expect((await serving.get('/historical/2024-01-19.json?show_alternative=1')).status).toBe(200);
    expect((await serving.day('2024-01-19')).status).toBe(200);
    expect(bank.requests).toHaveLength(1);
    expect(new StoredFiles(machine, 'https://ecb', true).names()).toEqual([]);
  });

  test('its currencies are those of its stored days, each with its name; without any, those it has ever had', async () => {
    const file = {
      ...weekdaysOf('2024-01-02', '2024-01-18'),
      '2004-12-31': { TRL: '1836200', ROL: '39390', XQX: '1' },
    };
    const { machine, run } = await bankScene(file);
    const serve = () => Serving.here(machine, ['--source', 'ecb', '--offline'], { now });
    const namesOf = async () => (await (await serve()).get('/currencies.json')).json;
    const ever = await namesOf();
    expect([ever.SIT, ever.TRL, ever.AED]).toEqual(['Slovenian Tolar', expect.stringContaining('Lira'), undefined]);
    await run('latest', { now });
    const names = await namesOf();
    expect(Object.keys(names).join(' ')).toBe('EUR GBP JPY ROL TRL USD XQX');
    expect(names).toMatchObject({ EUR: 'Euro', TRL: 'Turkish Lira (1922–2004)', XQX: 'XQX' });
  });
});

const broken = status(500, '<html>');

describe('a day that cannot be had is a 503, and the next is answered, of a service that', () => {
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
  for (const serving of [before, await Serving.here(machine)]) {
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
  expect([await serving.spent(), service.calls()]).toEqual([0, 1]);
  const { stderr } = await serving.stop();
  expect(stderr.split('\n')[0]).toBe('1 day is stored; no others are served');
  const logged = stderr.match(/\d{3} \d+ ms .*/g)?.map((line) => line.replace(/\d+ ms /, ''));
  const [stored, not] = ['200 stored, cost 0', '400 not stored, cost 0'];
  expect(logged).toEqual([stored, not, not, stored, stored, '200 -']);
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
  const serving = await Serving.here(machine, [], { env: { RATEBOOK_STORE: store } });
  rmSync(store, { recursive: true, force: true });
  machine.write('rates', '');
  const answered = await serving.day('2024-01-17');
  expectError(answered, 503, 'unavailable');
  expect(answered.text).not.toContain(machine.home);
  const { stderr } = await serving.stop();
  expect(stderr).toMatch(/2024-01-17\.json 503 \d+ ms - \(.*2024-01-17\.json cannot be read: not a directory\)/);
});

const now = '2024-11-20T09:00:00Z';
const timeless = (text: string) => text.replace(/\d+ ms/g, 'MS').split('\n');

describe.concurrent('the request log', () => {
  test('has a line for each request, with where its days came from and what they cost', async () => {
    const { serving } = await servingScene(pass, { key: 'enterprise', args: '--max-cost 5', now });
    const etag = String((await serving.day('2024-01-17')).headers.etag);
    await serving.get('/historical/2024-01-17.json?base=EUR');
    await serving.get('/historical/2024-01-17.json', { 'If-None-Match': etag });
    for (const range of ['start=2024-01-16&end=2024-01-18', 'start=2024-02-01&end=2024-02-20'])
      await serving.get(`/time-series.json?${range}`);
    for (const target of ['/historical/2024-02-30.json', '/currencies.json', '/elsewhere']) await serving.get(target);
    await ask(serving.url, '/latest.json?app_id=a', { method: 'POST' });
    await ask(serving.url, '/currencies.json', { method: 'HEAD' });
    await serving.get('/currencies.json', { Origin: 'https://example.com' });
    const { stdout, stderr, code } = await serving.stop();
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${serving.url}\n` });
    const lines = [
      'GET /api/historical/2024-01-17.json 200 MS fetched, cost 1',
      'GET /api/historical/2024-01-17.json?base=EUR 200 MS stored, cost 0',
      'GET /api/historical/2024-01-17.json 304 MS stored, cost 0',
      'GET /api/time-series.json?start=2024-01-16&end=2024-01-18 200 MS fetched, cost 2',
      'GET /api/time-series.json?start=2024-02-01&end=2024-02-20 429 MS -',
      'GET /api/historical/2024-02-30.json 400 MS -',
      'GET /api/currencies.json 200 MS -',
      'GET /api/elsewhere 404 MS -',
      'POST /api/latest.json 405 MS -',
      'HEAD /api/currencies.json 200 MS -',
      'GET /api/currencies.json 403 MS -',
    ];
    expect(timeless(stderr)).toEqual([
      'no days are stored; others are fetched, for at most 5 requests a day',
      `try: curl '${serving.url}/historical/2024-11-19.json?app_id=me'`,
      ...lines.map((line) => `${now} ${line}`),
      '',
    ]);
  });

  // the test of `withoutKey` has all the ways to write a key
  test("never shows a client's key, and cannot be written into by what a client sends", async () => {
    const { serving } = await servingScene(pass, { args: '--debug', now });
    const key = 'KEY-of-a-client';
    const targets = [`/latest.json?app%5fid=${key}&base=EUR`, `/latest.json%3Fapp_id=${key}`, `/x%0a${now}%1b[2J`];
    for (const target of [...targets, `/${'x'.repeat(5000)}`]) await ask(serving.url, target);
    await sendBytes(serving.url, 'GET /api/\u001b[31m\u00e9 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const { stderr } = await serving.stop();
    const lines = stderr.split('\n').filter((line) => line.startsWith(now));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('/latest.json?base=EUR ');
    expect(stderr).toMatch(/^[\n -~]*$/);
    expect(stderr).not.toContain(key);
    for (const line of lines) expect(line).toMatch(new RegExp(`^${now} GET /api/.{0,370}$`));
  });
});

test('the key of the service behind is in no answer, header, log, error or file', async () => {
  const key = 'upstream-key/1+2';
  const { service, machine, serving } = await servingScene(
    (request, response, pass) => {
      if (request.path.includes('-17')) return replyError(response, 401, 'invalid_app_id', `Invalid: ${key}`);
      if (request.path.includes('-18')) return response.destroy();
      if (request.path.includes('-19')) return response.writeHead(302, { location: `/?app_id=${key}` }).end();
      return pass();
    },
    { key, args: '--debug --max-cost 5' },
  );
  const answers = await Promise.all([
    ...['2024-01-16', '2024-01-17', '2024-01-18', '2024-01-19', '2030-01-01'].map((day) => serving.day(day)),
    serving.days('2024-03-01', '2024-03-31'),
    serving.get('/usage.json'),
    serving.get('/latest.json'),
    // a slip of a client that has the key too
    serving.get(`/currencies.json?api_key=${key}`),
    serving.get(`/currencies.json?api_key=${encodeURIComponent(key)}`),
  ]);
  expect(service.requests[0]?.query.app_id).toBe(key);
  const { stdout, stderr } = await serving.stop();
  expect(JSON.stringify(answers) + answers.map(({ text }) => text).join() + stdout + stderr).not.toContain('upstream');
  expect((await machine.shell('grep -r upstream . | wc -l')).stdout.trim()).toBe('0');
});

describe.concurrent('a signal', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends an idle server at once, with 0', async (signal) => {
    const { serving } = await servingScene(pass, {}, Serving.start);
    // a connection that is kept alive, and one that never asks
    await fetch(`${serving.url}/currencies.json`);
    const mute = connect(Number(new URL(serving.url).port), '127.0.0.1');
    await once(mute, 'connect');
    const { code } = await serving.stop(signal);
    mute.destroy();
    expect(code).toBe(0);
  });

  test('lets what is under way finish, answered and kept, and no new request is taken', async () => {
    const latch = new Latch();
    const { service, stored, serving } = await servingScene(behind(latch), enterprise, Serving.start);
    const answer = serving.days('2024-01-01', '2024-01-31');
    await service.came(1);
    const end = serving.stop();
    await serving.closed();
    await expect(serving.day('2024-02-18')).rejects.toThrow(/ECONN/);
    latch.open();
    expect([(await end).code, (await answer).status, stored.days().length]).toEqual([0, 200, 31]);
  });
});

test('the demonstration is served without a key, says what it is, and has a log too', async () => {
  const serving = await Serving.start(new Machine({ RATEBOOK_APP_ID: appId }), ['--demo'], { now });
  expect((await serving.day('2024-01-17')).json.disclaimer).toMatch(/made up/);
  // what a key begins with is its plan
  const { status } = await ask(serving.url, '/historical/2024-01-17.json?base=EUR&app_id=free-1');
  const { code, stderr } = await serving.stop();
  expect(code).toBe(0);
  expect(timeless(stderr)).toEqual([
    'demonstration: the rates are made up, and any app_id will do',
    '9,456 days, 1999-01-01 to 2024-11-20',
    `try: curl '${serving.url}/historical/2024-11-19.json?app_id=me'`,
    `${now} GET /api/historical/2024-01-17.json 200 MS made up`,
    `${now} GET /api/historical/2024-01-17.json?base=EUR 403 MS -`,
    '',
  ]);
  expect(status).toBe(403);
});
