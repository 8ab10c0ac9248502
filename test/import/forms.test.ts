import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { NotTaken } from '../../src/import/given.ts';
import { daysIn } from '../../src/import/paths.ts';
import { usd } from '../../src/sources/oxr/service.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const reading = { pivot: usd, signal: new AbortController().signal, onPassedOver: () => {} };
const folder = temporaryFolder();

/** What is found in a file of this content: `place: date`, or why it is not taken. */
async function found(data: string | Uint8Array, name = 'days.ndjson'): Promise<string[]> {
  const path = join(folder, name);
  writeFileSync(path, data);
  const all: string[] = [];
  for await (const day of daysIn([path], reading))
    all.push((day instanceof NotTaken ? day.message : `${day.name}: ${day.date}`).replace(path, name));
  return all;
}

const line = (date: string, body: unknown = {}) => JSON.stringify({ date, body });

/** A line of just so many bytes, whose characters are of two. */
function lineOf(bytes: number): string {
  const spare = bytes - Buffer.byteLength(line('2024-01-01', ''));
  return line('2024-01-01', 'é'.repeat(Math.floor(spare / 2)) + 'x'.repeat(spare % 2));
}

test('every line is a day but for blank ones, which are counted too', async () => {
  const text = `${line('2024-01-01')}\n\n \r\n${line('2024-01-02')}`;
  const days = ['days.ndjson:1: 2024-01-01', 'days.ndjson:4: 2024-01-02'];
  expect(await found(text)).toEqual(days);
  expect(await found(`${text}\n`)).toEqual(days);
});

test('the body is handed on as it is', async () => {
  const path = join(folder, 'bodies.ndjson');
  writeFileSync(path, line('2024-01-01', { base: 'USD', rates: { EUR: 0.9 } }));
  const days = [];
  for await (const day of daysIn([path], reading)) days.push(day);
  expect(days).toEqual([{ name: `${path}:1`, date: '2024-01-01', body: { base: 'USD', rates: { EUR: 0.9 } } }]);
});

test.each(['{"date":', '"2024-01-01"', '[]', '{"date":20240101,"body":{}}', '{"base":"USD","rates":{}}'])(
  '%s is no day, and the next line is one',
  async (text) =>
    expect(await found(`${text}\n${line('2024-01-02')}`)).toEqual([
      'days.ndjson:1 is neither {"date":…,"body":…} nor {"date":…,"base":…,"quote":…,"rate":…}',
      'days.ndjson:2: 2024-01-02',
    ]),
);

test('a line has 4,000,000 bytes at most, wherever it stands', async () => {
  const text = [4_000_000, 4_000_001, 4_000_000, 9_000_000, 4_000_001].map(lineOf).join('\n');
  const all = [
    'days.ndjson:1: 2024-01-01',
    'days.ndjson:2 is over 4 MB',
    'days.ndjson:3: 2024-01-01',
    'days.ndjson:4 is over 4 MB',
    'days.ndjson:5 is over 4 MB',
  ];
  expect(await found(text)).toEqual(all);
  const packed = 'days.ndjson.GZ';
  expect(await found(gzipSync(text), packed)).toEqual(all.map((one) => one.replace('days.ndjson', packed)));
});

test('what cannot be read ends the file, after the lines before it', async () => {
  const cut = gzipSync(`${line('2024-01-01')}\n${'x'.repeat(100)}`).subarray(0, -4);
  const all = await found(cut, 'cut.ndjson.gz');
  expect(all.at(-1)).toMatch(/^cut\.ndjson\.gz cannot be read after line \d: unexpected end of file$/);
  expect(await found('no gzip', 'days.ndjson.gz')).toEqual(['days.ndjson.gz cannot be read: incorrect header check']);
});

test('once the signal is aborted no more is read, and that is nothing wrong with the file', async () => {
  const stopping = new AbortController();
  const path = join(folder, 'blank.ndjson');
  writeFileSync(path, `${line('2024-01-01')}\n${'\n'.repeat(200_000)}`);
  const days = daysIn([path], { ...reading, signal: stopping.signal });
  await days.next();
  stopping.abort(new Error('enough'));
  await expect(days.next()).rejects.toThrow('enough');
});
