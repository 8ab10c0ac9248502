import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { bankScene } from '../support/bank.ts';
import { bankOfItaly } from '../support/bank-of-italy.ts';

const data = join(import.meta.dirname, '../../../shared/data');
const days = ['2026-02-09', '2026-02-10', '2026-02-11'];
const zip = join(data, 'ecb/eurofxref-hist.zip');
const pathOf = (day: string) => join(data, `recorded/bdi/${day}.csv`);
const isThere = [zip, ...days.map(pathOf)].every((path) => existsSync(path));
const orNone = isThere ? '' : ' (skipped: they are not in ../shared/data)';

const now = '2026-02-12T12:00:00Z';

/** Read as simply as can be: the last four cells of a line have neither quotes nor commas. */
function publishedOn(day: string): Map<string, string> {
  const lines = readFileSync(pathOf(day), 'utf8').split('\n').slice(1);
  const cells = lines.filter((line) => line.endsWith(`,${day}`)).map((line) => line.split(',').slice(-5));
  const figures = cells.filter(([, , rate]) => rate !== 'N.A.');
  return new Map(figures.map(([code = '', , rate = '']) => [code, new Decimal(rate).toFixed()]));
}

async function recorded() {
  const scene = await bankOfItaly();
  scene.bank.fault = ({ query: { referenceDate = '' } }, response) =>
    void response.writeHead(200, { 'content-type': 'text/csv' }).end(readFileSync(pathOf(referenceDate)));
  const rowsOf = async (day: string) => {
    const { code, stdout } = await scene.run(`historical ${day} -f csv -q`, { now });
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split('\n').slice(1);
    return rows.map((row) => row.split(',').slice(1)).filter(([base, quote]) => base !== quote);
  };
  return { ...scene, rowsOf };
}

describe.skipIf(!isThere)(`recorded days of the Banca d’Italia${orNone}`, () => {
  test('are printed as published', async () => {
    const { rowsOf } = await recorded();
    for (const day of days) {
      const figures = publishedOn(day);
      expect(figures.size).toBe(150);
      const asPublished = Array.from(figures, ([code, rate]) => ['EUR', code, rate]).sort();
      expect(await rowsOf(day)).toEqual(asPublished);
    }
  });

  test('have the very figures of the European Central Bank', async () => {
    const { machine, run } = await recorded();
    const [head = '', ...lines] = strFromU8(
      unzipSync(readFileSync(zip))['eurofxref-hist.csv'] ?? new Uint8Array(),
    ).split('\n');
    const same = lines.filter((line) => days.includes(line.slice(0, 10)));
    const { bank } = await bankScene([head, ...same, ''].join('\n'));
    await run(`series ${days[0]} ${days.at(-1)}`, { now });
    await machine.run(['archive', '--source', 'ecb', '--since', days[0] ?? ''], {
      now,
      env: { RATEBOOK_ECB_URL: bank.url },
    });

    const { code, stderr } = await run('store check --against ecb --threshold 0.0000001', { now });
    expect([code, stderr]).toEqual([
      0,
      '3 days checked, 87 pairs, the median 0.00% apart, 0 findings; from 1e-7% apart\n',
    ]);
  });
});
