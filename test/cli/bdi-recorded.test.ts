import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { bankOfItaly } from '../support/bank-of-italy.ts';

const days = ['2026-02-09', '2026-02-10', '2026-02-11'];
const pathOf = (day: string) => join(import.meta.dirname, `../../../shared/data/recorded/bdi/${day}.csv`);
const isThere = days.every((day) => existsSync(pathOf(day)));
const orNone = isThere ? '' : ' (skipped: they are not in ../shared/data)';

/** Read as simply as can be: the last four cells of a line have neither quotes nor commas. */
function publishedOn(day: string): string[] {
  const lines = readFileSync(pathOf(day), 'utf8').split('\n').slice(1);
  const cells = lines.filter((line) => line.endsWith(`,${day}`)).map((line) => line.split(',').slice(-5));
  const rates = new Map(cells.map(([code = '', , rate = '']) => [code, rate]));
  const figures = [...rates].filter(([, rate]) => rate !== 'N.A.');
  return figures.map(([code, rate]) => `${day},EUR,${code},${new Decimal(rate).toFixed()}`).sort();
}

test.skipIf(!isThere)(`recorded days of the Banca d’Italia are printed as published${orNone}`, async () => {
  const { bank, run } = await bankOfItaly();
  bank.fault = ({ query: { referenceDate = '' } }, response) =>
    void response.writeHead(200, { 'content-type': 'text/csv' }).end(readFileSync(pathOf(referenceDate)));
  for (const day of days) {
    const { code, stdout } = await run(`historical ${day} -f csv -q`, { now: '2026-02-12T12:00:00Z' });
    const rows = stdout.trimEnd().split('\n').slice(1);
    expect([code, rows.filter((row) => !row.includes('EUR,EUR'))]).toEqual([0, publishedOn(day)]);
    expect(publishedOn(day)).toHaveLength(150);
  }
});
