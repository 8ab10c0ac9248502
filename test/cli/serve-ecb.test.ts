import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectError } from '../server/http/ask.ts';
import { bankScene, ratesOn, weekdaysOf } from '../support/bank.ts';
import { pass, silent, status } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { Serving } from '../support/serving.ts';
import { StoredFiles } from '../support/stored-files.ts';

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
  const start = (env = {}) => Serving.start(machine, ['--source', 'ecb'], { now, env });
  return { bank, machine, stored, start };
}

const latestOf = async (serving: Serving) => (await serving.get('/latest.json')).json.rates?.USD;

/** What it has logged, without the times, once it has ended. */
async function logOf(serving: Serving): Promise<string[]> {
  const { stderr } = await serving.stop();
  const lines = stderr.trimEnd().split('\n').slice(2);
  return lines.map((line) => line.replace(/^2024-01-22T12:0\d:\d\dZ /, '').replace(/\d+ ms/, 'MS'));
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
  const serving = await Serving.start(machine, ['--source', 'ecb'], { now: sunday });
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
  const file = { ...weekdaysOf('2024-01-02', '2024-01-18'), '2004-12-31': { TRL: '1836200', ROL: '39390', XQX: '1' } };
  const { machine, run } = await bankScene(file);
  const namesOf = async () => {
    const serving = await Serving.start(machine, ['--source', 'ecb', '--offline'], { now });
    return (await serving.get('/currencies.json')).json;
  };
  const ever = await namesOf();
  expect([ever.SIT, ever.TRL, ever.AED]).toEqual(['Slovenian Tolar', expect.stringContaining('Lira'), undefined]);
  await run('latest', { now });
  const names = await namesOf();
  expect(Object.keys(names).join(' ')).toBe('EUR GBP JPY ROL TRL USD XQX');
  expect(names).toMatchObject({ EUR: 'Euro', TRL: 'Turkish Lira (1922–2004)', XQX: 'XQX' });
});
