import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { bankScene, csvOf, instead, ratesOn, startBank, weekdaysOf, zipOf } from '../support/bank.ts';
import { cutOff, first, nobody, pass, status } from '../support/faults.ts';
import type { HeldFiles } from '../support/held-files.ts';
import type { Fault } from '../support/service.ts';

const early = weekdaysOf('2024-01-02', '2024-01-16');
const whole = weekdaysOf('2024-01-02', '2024-01-19');
const wholeCsv = csvOf(whole);
const zip = zipOf(wholeCsv);

const tuesday = '2024-01-16T17:00:00Z';
/** Days later, and a Sunday. */
const now = '2024-01-21T12:00:00Z';

const contentsOf = (held: HeldFiles) => held.days().map((day) => [day, held.read(day)]);

/** Where a field is in the two headers of a file in a zip. */
const [method, checksum, size] = [
  [8, 10],
  [14, 16],
  [22, 24],
] as const;

function withField(file: Uint8Array, [local, central]: readonly [number, number], value: number): Uint8Array {
  const copy = Buffer.from(file);
  // a method has half the bytes of the others
  for (const at of [local, copy.lastIndexOf('PK\x01\x02', undefined, 'latin1') + central])
    if (local === 8) copy.writeUInt16LE(value, at);
    else copy.writeUInt32LE(value, at);
  return copy;
}

const mega = 1024 * 1024;

/** So many zeros, in a zip that says it has so many. */
function bomb(length: number, said = length): Uint8Array {
  const part = deflateRawSync(Buffer.alloc(16 * mega), { finishFlush: constants.Z_FULL_FLUSH });
  const parts = Array.from({ length: length / (16 * mega) }, () => part);
  const packed = Buffer.concat([...parts, deflateRawSync(Buffer.alloc(0))]);
  const stored = zipSync({ 'eurofxref-hist.csv': packed }, { level: 0 });
  return withField(withField(stored, method, 8), size, said);
}

describe('an answer of the bank that is no file of rates', () => {
  const other = startBank(whole);

  async function failing(fault: Fault, words: RegExp) {
    const { bank, held, machine, run } = await bankScene(early);
    machine.write('rates.csv', 'before');
    const expectFailure = async () => {
      const before = contentsOf(held);
      const { code, stdout, stderr } = await run('series 2024-01-15 2024-01-19 -s USD -o ~/rates.csv', { now });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^ratebook: .+\n(hint: .+\n)*$/);
      expect(stderr).toMatch(words);
      expect(contentsOf(held)).toEqual(before);
      expect(held.names()).toEqual(before.map(([day]) => `${day}.json`));
      expect(held.aside('arrived')).toEqual([]);
      expect(machine.read('rates.csv')).toBe('before');
    };
    bank.fault = fault;
    await expectFailure();
    expect(held.days()).toEqual([]);

    bank.fault = pass;
    expect((await run('latest', { now: tuesday })).code).toBe(0);
    expect(held.days()).toEqual(Object.keys(early));
    bank.fault = fault;
    await expectFailure();

    bank.publish(whole);
    bank.fault = pass;
    expect((await run('series 2024-01-15 2024-01-19 -s USD', { now })).code).toBe(0);
    expect(held.days()).toEqual(Object.keys(whole));
  }

  // the test of the file has all that it may be instead
  test.each<[what: string, fault: Fault, words: RegExp]>([
    ['a status of 404', status(404), /gives no rates: status 404/],
    ['a page of HTML', instead('<!doctype html><title>Down</title>', { 'content-type': 'text/html' }), /web page/],
    ['something else', instead(Buffer.from('GIF89a')), /no file/],
    ['the first half of a zip', instead(zip.subarray(0, zip.length / 2)), /cut|zip/],
    ['a zip with a wrong checksum', instead(withField(zip, checksum, 0)), /cut|checksum/],
    ['a last line that is cut', instead(zipOf(wholeCsv.slice(0, -12))), /cut/],
    [
      'a row of a day to come',
      instead(zipOf(csvOf({ ...whole, '2024-07-01': { USD: '1.1' } }))),
      /still 2024-01-22 in UTC/,
    ],
    ['a row of 1900', instead(zipOf(csvOf({ ...whole, '1900-01-01': { USD: '1.1' } }))), /first day is 1999-01-04/],
    ['48 MB in a zip', instead(bomb(48 * mega)), /32 MB/],
  ])('%s fails, and nothing of it is kept', async (_what, fault, words) => {
    await failing(fault, words);
  });

  test.each([503, 429])('a status of %i says how long to wait, which is done', async (code) => {
    const { bank, run } = await bankScene(early);
    bank.fault = first(1, status(code, '', { 'retry-after': '2' }));
    const result = await run('latest -s USD --debug', { now: tuesday });
    expect([result.code, bank.requests.length]).toEqual([0, 2]);
    expect(result.stderr).toContain(`status ${code}`);
    expect(result.stderr).toContain('retrying in 2.0 s');
  });

  test('so long that nobody would wait is a failure that says until when', async () => {
    const { bank, run } = await bankScene(early);
    bank.fault = status(503, '', { 'retry-after': '3600' });
    const stderr = expect.stringContaining('says to wait until 2024-01-21 13:00 UTC\n');
    expect(await run('latest -s USD', { now })).toMatchObject({ code: 1, stderr });
    expect(bank.requests).toHaveLength(1);
  });

  test('a redirect fails, and is not followed', async () => {
    const { url, requests } = await other;
    await failing(status(302, '', { location: `${url}/stats/eurofxref/eurofxref-hist.zip` }), /302|redirect/);
    expect(requests).toEqual([]);
  });

  test.concurrent.each<[what: string, fault: Fault, words: RegExp]>([
    ['a status of 500', status(500), /500/],
    ['a status of 503', status(503), /503/],
    ['a zip that breaks off', cutOff(zip.subarray(0, zip.length / 2), { 'content-length': zip.length }), /./],
  ])('%s fails after several tries, and nothing of it is kept', async (_what, fault, words) => {
    await failing(fault, words);
  });

  test.each([
    ['says so', bomb(512 * mega)],
    ['says otherwise', bomb(512 * mega, 1024)],
  ])('512 MB in a zip that %s are not unpacked', async (_what, file) => {
    const { bank, machine } = await bankScene(early);
    bank.fault = instead(file);
    const preload = join(import.meta.dirname, '../support/peak-memory.cjs');
    const env = { PEAK_MEMORY_FILE: join(machine.home, 'peak') };
    const stderr = expect.stringMatching(/^ratebook: /);
    expect(await machine.run(['latest', '--source', 'ecb'], { now, preload, env })).toMatchObject({ code: 1, stderr });
    expect(Number(machine.read('peak')) / 1024).toBeLessThan(256);
  });
});

test.each([
  ['is taken where it has begun by the bank’s clock', '2024-01-22', '2024-01-22T01:00:00Z', 0],
  ['is refused where it has not', '2024-01-22', '2024-01-21T23:00:00Z', 1],
  ['is refused where that clock is more than a day ahead', '2024-01-23', '2024-01-23T12:00:00Z', 1],
])('a row of a day that is still to come by this clock %s', async (_what, day, time, code) => {
  const { bank, held, run } = await bankScene(early);
  const date = new Date(time).toUTCString();
  bank.fault = instead(zipOf(csvOf({ ...whole, [day]: { USD: '1.5' } })), { date });
  const latest = await run('latest -s USD -f value', { now });
  expect([latest.code, held.days()]).toEqual([code, code === 0 ? [...Object.keys(whole), day] : []]);
  // it is held, and is the newest only once it has begun
  expect(latest.stdout).toBe(code === 0 ? `${ratesOn('2024-01-19').USD}\n` : '');
});

describe.concurrent('where nobody answers', () => {
  async function alone() {
    const { run, ...rest } = await bankScene(early);
    await run('latest', { now: tuesday });
    return { ...rest, run: (line: string) => run(line, { now, env: { RATEBOOK_ECB_URL: nobody } }) };
  }

  test.each([
    ['the newest rates', 'latest -s USD -f value', `${ratesOn('2024-01-16').USD}\n`],
    ['an amount', 'convert 100 EUR USD -f value', '101.17\n'],
    ['rates that were to be asked for again', 'latest -s USD -f value --refresh', `${ratesOn('2024-01-16').USD}\n`],
  ])('%s are those of the newest day that is held, with a warning', async (_what, line, stdout) => {
    const { held, run } = await alone();
    const before = contentsOf(held);
    const told =
      /^ratebook: \S+ cannot be reached: .*; the newest stored rates are those of 2024-01-16, \d+ days? ago\n$/;
    expect(await run(`${line} -q`)).toEqual({ code: 3, stdout, stderr: expect.stringMatching(told) });
    expect(contentsOf(held)).toEqual(before);
  });

  test('days that are not held fail, and lead to those that are', async () => {
    const { run } = await alone();
    expect(await run('historical 2024-01-18 -s USD')).toMatchObject({ code: 1, stdout: '' });
    const stderr = expect.stringMatching(/^ratebook: .+\n(?:hint: .+\n)*hint: .*--offline/);
    expect(await run('series 2024-01-08 2024-01-17 -s USD')).toEqual({ code: 1, stdout: '', stderr });
    expect((await run('historical 2024-01-16 -s USD')).code).toBe(0);
  });

  test.each(['latest', 'convert 1 EUR USD', 'series 2024-01-15 2024-01-19 -s USD', 'archive'])(
    'a first run fails: %s',
    async (line) => {
      const { held, run } = await bankScene(early);
      const stderr = expect.stringMatching(/^ratebook: .*cannot be reached/m);
      expect(await run(line, { now, env: { RATEBOOK_ECB_URL: nobody } })).toEqual({ code: 1, stdout: '', stderr });
      expect(held.names()).toEqual([]);
    },
  );
});

describe('a later file', () => {
  async function published(file: Parameters<typeof csvOf>[0] | string) {
    const { bank, held, run } = await bankScene(whole);
    const at = (line: string) => run(line, { now });
    await at('latest');
    const before = contentsOf(held);
    bank.publish(file);
    const result = await at('historical 2024-01-17 -s USD --refresh');
    expect(bank.requests).toHaveLength(2);
    return { ...result, at, before, held };
  }

  test('that is an older one takes no day away', async () => {
    const { at, before, held } = await published(early);
    expect(contentsOf(held)).toEqual(before);
    expect((await at('latest -s USD -f value')).stdout).toBe(`${ratesOn('2024-01-19').USD}\n`);
  });

  test('with another rate of a held day does not change it, and the day is named', async () => {
    const changed = { ...whole, '2024-01-17': { ...ratesOn('2024-01-17'), USD: '1.2' } };
    const { before, held, stdout, stderr } = await published(changed);
    expect(contentsOf(held)).toEqual(before);
    expect(stdout).toContain(`2024-01-17,EUR,USD,${ratesOn('2024-01-17').USD}\n`);
    expect(stderr).toMatch(/2024-01-17/);
  });

  test('may have its columns in another order, and more of them', async () => {
    const reordered = Object.entries(whole).map(([day, { USD = '', ...rates }]) => [
      day,
      { ...rates, XXX: '2.5', USD },
    ]);
    const monday = { '2024-01-22': { CHF: '0.95', USD: '1.1' } };
    const { at, code, before, held } = await published({ ...Object.fromEntries(reordered), ...monday });
    expect(code).toBe(0);
    expect(contentsOf(held).slice(0, -1)).toEqual(before);
    expect(JSON.parse(held.read('2024-01-22'))).toEqual({ base: 'EUR', rates: { USD: 1.1, CHF: 0.95 } });
    expect((await at('historical 2024-01-17 -s USD -f value')).stdout).toBe(`${ratesOn('2024-01-17').USD}\n`);
  });
});

test.each(['1.2.3', '-1', 'abc', '1e400'])(
  'a rate that cannot be read (%j) is dropped, the rest of its day and other days are kept',
  async (cell) => {
    const csv = wholeCsv.replace(/^(2024-01-17,[\d.]+),[\d.]+,/m, `$1,${cell},`);
    expect(csv).not.toBe(wholeCsv);
    const { held, run } = await bankScene(csv);
    const { USD, GBP } = ratesOn('2024-01-17');
    expect(await run('historical 2024-01-17 -s USD -f value', { now })).toMatchObject({ code: 0, stdout: `${USD}\n` });
    expect(held.days()).toEqual(Object.keys(whole));
    expect(JSON.parse(held.read('2024-01-17')).rates).toEqual({ USD: Number(USD), GBP: Number(GBP) });
    const stderr = expect.stringMatching(/^ratebook: .*JPY/m);
    for (const _again of [1, 2])
      expect(await run('historical 2024-01-17 -s USD,JPY', { now })).toMatchObject({ code: 3, stderr });
    expect((await run('historical 2024-01-18 -s JPY', { now })).code).toBe(0);
  },
);
