import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { bankScene } from '../support/bank.ts';
import { withoutOdd } from '../support/real-days.ts';
import { inWhole } from '../support/whole.ts';

const data = join(import.meta.dirname, '../../../shared/data');
const zip = join(data, 'ecb/eurofxref-hist.zip');
const hasFile = existsSync(zip);
const orNoFile = hasFile ? '' : ' (skipped: the bank’s file is not in ../shared/data)';

/** Of a number in plain form. */
const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

const silence = { code: 0, stdout: '', stderr: '' };

/** Read as simply as can be: the file has neither quotes nor blanks. */
class BankFile {
  readonly csv = strFromU8(unzipSync(readFileSync(zip))['eurofxref-hist.csv'] ?? new Uint8Array());
  readonly #header: string;
  readonly #lines: readonly string[];
  /** By day, the first one first. */
  readonly rates: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor() {
    const [header = '', ...lines] = this.csv.trimEnd().split('\n');
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

describe.skipIf(!hasFile)(`the bank’s real file${orNoFile}`, () => {
  let file: BankFile;
  beforeAll(() => {
    file = new BankFile();
  });

  test('is had night after night as far as it goes, and what is held stays', async () => {
    const { bank, held, run } = await bankScene(file.csv);
    const nights = file.days.slice(inWhole(-30, -10));
    let before: string[][] = [];
    for (const night of nights) {
      bank.publish(file.upTo(night));
      expect([night, await run('archive -q', { now: `${night}T17:00:00Z` })]).toEqual([night, silence]);
      const days = file.days.slice(0, file.days.indexOf(night) + 1);
      expect(held.names()).toEqual(days.map((day) => `${day}.json`));
      const now = days.map((day) => [day, held.read(day)]);
      expect(now.slice(0, before.length)).toEqual(before);
      before = now;
    }
    expect(bank.requests).toHaveLength(nights.length);
    for (const [day, rates] of file.rates) {
      const numbers = Array.from(rates, ([code, digits]) => [code, Number(digits)]);
      expect(JSON.parse(held.read(day))).toEqual({ base: 'EUR', rates: Object.fromEntries(numbers) });
    }
  }, 900_000);

  test('is printed with every rate of every day, digit for digit', async () => {
    const { run } = await bankScene(file.csv);
    const now = `${addDays(file.days.at(-1) as Day, 1)}T12:00:00Z`;
    const { code, stdout, stderr } = await run('series 1999 2026 -f csv -q', { now });
    expect({ code, stderr: withoutOdd(stderr) }).toEqual({ code: 0, stderr: '' });
    const printed = new Map<string, Map<string, string>>();
    for (const [day = '', base, quote = '', rate = ''] of rowsOf(stdout)) {
      expect(base).toBe('EUR');
      if (!printed.has(day)) printed.set(day, new Map());
      if (quote !== 'EUR') printed.get(day)?.set(quote, rate);
    }
    expect([...printed.keys()]).toEqual(file.days);
    for (const [day, rates] of file.rates) {
      const expected = Array.from(rates, ([code, digits]) => [code, withoutZeros(digits)]);
      expect([day, [...(printed.get(day) ?? [])]]).toEqual([
        day,
        expected.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      ]);
    }
  }, 900_000);
});
