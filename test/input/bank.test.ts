import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { euro } from '../../src/currencies/code.ts';
import { Rejected } from '../../src/input/day-documents.ts';
import { areOfBank } from '../../src/input/forms.ts';
import { files, given } from './found.ts';

const { signal } = new AbortController();
const now = Date.parse('2024-01-20T12:00:00Z');
const { write } = files();
const csv = 'Date,USD,JPY,CYP,\n2024-01-19,1.0887,161.17,N/A,\n2024-01-18,1.0875,160.98,N/A,\n';
const zip = zipSync({ 'eurofxref-hist.csv': Buffer.from(csv) });

async function found(path: string, base = euro) {
  const days = await given([path], { pivot: { base }, now });
  return days.map((day) => {
    if (day instanceof Rejected) return [`${day.name} ${day.reason}`.replace(path, ''), day.hint];
    return 'skipped' in day ? `${day.skipped} skipped` : [day.date, day.body];
  });
}

const days = [
  ['2024-01-18', { base: 'EUR', rates: { JPY: 160.98, USD: 1.0875 } }],
  ['2024-01-19', { base: 'EUR', rates: { JPY: 161.17, USD: 1.0887 } }],
];

test.each<[string, string | Uint8Array]>([
  ['eurofxref-hist.csv', csv],
  ['eurofxref-hist.csv.gz', gzipSync(csv)],
  ['eurofxref-hist.zip', zip],
  ['download', zip],
  ['rates.csv', `\ufeff${csv}`],
])('%s has days of the bank, by what is in it', async (name, data) => {
  const path = write(name, data);
  expect([await areOfBank([path, path], signal), await found(path)]).toEqual([true, days]);
});

test.each<[string, Uint8Array | string]>([
  ['is cut off or damaged', zip.subarray(0, -1)],
  ['has a row of 2024-01-22, and it is still 2024-01-20 in UTC', `${csv}2024-01-22,1.1,161,N/A,\n`],
])('nothing is taken where it %s', async (why, data) =>
  expect(await found(write('bad.csv', data))).toEqual([[` ${why}`, undefined]]),
);
