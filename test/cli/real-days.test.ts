import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { law } from '../currencies/law.ts';
import { bankScene } from '../support/bank.ts';
import { scene } from '../support/scene.ts';
import { inWhole } from '../support/whole.ts';

const data = join(import.meta.dirname, '../../../shared/data');
const zip = join(data, 'ecb/eurofxref-hist.zip');
const hasFile = existsSync(zip);
const orNoFile = hasFile ? '' : ' (skipped: the bank’s file is not in ../shared/data)';

/** Of a number in plain form. */
const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

/** Read as simply as can be: the file has neither quotes nor blanks. */
class BankFile {
  readonly #header: string;
  readonly #lines: readonly string[];
  /** By day, the first one first. */
  readonly rates: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor() {
    const csv = strFromU8(unzipSync(readFileSync(zip))['eurofxref-hist.csv'] ?? new Uint8Array());
    const [header = '', ...all] = csv.trimEnd().split('\n');
    const lines = all.slice(0, inWhole(all.length, 500));
    this.#header = header;
    this.#lines = lines;
    const codes = header.split(',').slice(1);
    this.rates = new Map(
      lines.toReversed().map((line) => {
        const [day = '', ...cells] = line.split(',');
        const cellsOfCodes = codes.map((code, at) => [code, cells[at] ?? ''] as const);
        return [day, new Map(cellsOfCodes.filter(([code, cell]) => code && cell && cell !== 'N/A'))];
      }),
    );
  }

  get days(): string[] {
    return [...this.rates.keys()];
  }

  /** As the bank had it on that day. */
  upTo(day: string): string {
    return [this.#header, ...this.#lines.filter((line) => line.slice(0, 10) <= day), ''].join('\n');
  }
}

test.skipIf(!hasFile)(
  `the bank’s real file is had night after night as far as it goes, digit for digit, and what is stored stays${orNoFile}`,
  async () => {
    const file = new BankFile();
    const { bank, stored, run } = await bankScene(file.upTo('9999'));
    const nights = file.days.slice(inWhole(-30, -4));
    let before: string[][] = [];
    for (const night of nights) {
      bank.publish(file.upTo(night));
      const result = await run('archive -q', { now: `${night}T17:00:00Z` });
      expect([night, result]).toEqual([night, { code: 0, stdout: '', stderr: '' }]);
      const days = file.days.slice(0, file.days.indexOf(night) + 1);
      expect(stored.names()).toEqual(days.map((day) => `${day}.json`));
      const now = days.map((day) => [day, stored.read(day)]);
      expect(now.slice(0, before.length)).toEqual(before);
      before = now;
    }
    expect(bank.requests).toHaveLength(nights.length);
    for (const [day, rates] of file.rates) {
      const lines = Array.from(rates, ([code, digits]) => `    "${code}": ${withoutZeros(digits)}`).sort();
      expect(stored.read(day)).toBe(`{\n  "base": "EUR",\n  "rates": {\n${lines.join(',\n')}\n  }\n}\n`);
    }
  },
  900_000,
);

describe('replaced by the euro', () => {
  const zip = join(import.meta.dirname, '../../../shared/data/ecb/eurofxref-hist.zip');
  const isThere = existsSync(zip);
  const orSkipped = isThere ? '' : ' (skipped: the bank’s file is not in ../shared/data)';
  const codes = inWhole([...law.keys()], ['HRK']);
  const sinceOf = (code: string) => law.get(code)?.since ?? '';

  /** The header of the bank's file, and the lines of the years in which currencies changed over, and of those before. */
  function linesOfYears(): readonly [header: string, ...lines: string[]] {
    const csv = strFromU8(unzipSync(readFileSync(zip))['eurofxref-hist.csv'] ?? new Uint8Array());
    const [header = '', ...lines] = csv.trimEnd().split('\n');
    const years = codes.map((code) => Number(sinceOf(code).slice(0, 4))).flatMap((year) => [`${year - 1}`, `${year}`]);
    return [header, ...lines.filter((line) => years.includes(line.slice(0, 4)))];
  }

  const Wide = Decimal.clone({ precision: 60 });

  /** What one euro is in a currency: by law, or by the last of the bank's days up to this one, within two weeks. */
  function perEuro([header, ...lines]: readonly [string, ...string[]], day: Day, codes: readonly string[]) {
    const fixed = codes.map((code) => (code === 'EUR' || day >= (sinceOf(code) || '9999') ? code : undefined));
    const lawOf = (code: string) => (code === 'EUR' ? '1' : law.get(code)?.perEuro);
    if (fixed.every(Boolean)) return codes.map(lawOf);
    const names = header.split(',');
    const first = addDays(day, -14);
    for (const cells of lines.map((line) => line.split(','))) {
      const [on = ''] = cells;
      const rates = codes.map((code, at) => (fixed[at] ? lawOf(code) : cells[names.indexOf(code)]));
      if (on <= day && on >= first && rates.every((rate) => /^\d/.test(rate ?? ''))) return rates;
    }
    return undefined;
  }

  const decimalsOf = (code: string) => (['ITL', 'ESP', 'BEF', 'JPY'].includes(code) ? 0 : 2);

  test.skipIf(!isThere)(
    `in the two weeks around each changeover to the euro, rates are those of the law and the bank, exactly${orSkipped}`,
    async () => {
      const lines = linesOfYears();
      const { machine, run } = await scene(undefined, { now: '2026-04-14T10:00:00Z' });
      writeFileSync(join(machine.home, 'bank.csv'), `${lines.join('\n')}\n`);
      expect(await run('store import -q --source ecb ~/bank.csv')).toMatchObject({ code: 0 });

      const rows = codes.flatMap((code) =>
        Array.from({ length: 14 }, (_, at) => addDays(sinceOf(code) as Day, at - 6))
          .filter((day) => day >= '1999')
          .flatMap((day) =>
            [`${code},EUR`, `${code},USD`, `USD,${code}`, `${code},DEM`].map((pair) => `${day},12345.67,${pair}`),
          ),
      );
      const line = 'annotate - --date D --amount A --from F --to T -q --offline --source ecb --rate last-published';
      const { stdout } = await run(line, { stdin: `D,A,F,T\n${rows.join('\n')}\n` });
      const found = stdout.trimEnd().split('\n').slice(1);
      const converted = found.map((row) => row.split(',').at(-1));
      const expected = rows.map((row) => {
        const [day = '', amount = '', from = '', to = ''] = row.split(',');
        const [one, other] = perEuro(lines, day as Day, [from, to]) ?? [];
        return one && other
          ? new Wide(other).div(one).times(amount).toDecimalPlaces(decimalsOf(to)).toFixed(decimalsOf(to))
          : '';
      });
      expect(found.filter((_, at) => converted[at] !== expected[at])).toEqual([]);
      expect(found).toHaveLength(rows.length);
    },
    900_000,
  );
});
