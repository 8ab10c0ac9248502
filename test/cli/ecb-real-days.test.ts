import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { bankScene } from '../support/bank.ts';
import type { runHere } from '../support/here.ts';
import { randomFrom } from '../support/random.ts';
import { withoutOdd } from '../support/real-days.ts';
import { inWhole, seed } from '../support/whole.ts';

const data = join(import.meta.dirname, '../../../shared/data');
const zip = join(data, 'ecb/eurofxref-hist.zip');
const means = join(data, 'published/bmf-monthly.csv');
const hasFile = existsSync(zip) && existsSync(means);
const orNoFile = hasFile ? '' : ' (skipped: the bank’s file is not in ../shared/data)';

const Rounded = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Of a number in plain form. */
const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

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
  let scene: Awaited<ReturnType<typeof bankScene>>;
  let run: (line: string) => ReturnType<typeof runHere>;
  beforeAll(async () => {
    file = new BankFile();
    scene = await bankScene(file.csv);
    const now = `${addDays(file.days.at(-1) as Day, 1)}T12:00:00Z`;
    run = (line) => scene.run(line, { now });
  });

  test('is had night after night as far as it goes, and what is held stays', async () => {
    const { bank, held, run } = await bankScene(file.csv);
    const read = (day: string) => [day, held.read(day)];
    const nights = file.days.slice(-30);
    let before: string[][] = [];
    for (const night of nights) {
      bank.publish(file.upTo(night));
      const { code, stderr } = await run('archive -q', { now: `${night}T17:00:00Z` });
      expect({ night, code, stderr }).toEqual({ night, code: 0, stderr: '' });
      const days = file.days.slice(0, file.days.indexOf(night) + 1);
      expect(held.names()).toEqual(days.map((day) => `${day}.json`));
      const watched = inWhole(days, days.slice(-60)).map(read);
      expect(watched.filter(([day]) => before.some(([other]) => other === day))).toEqual(
        before.filter(([day]) => watched.some(([other]) => other === day)),
      );
      before = watched;
    }
    expect(bank.requests).toHaveLength(nights.length);
    for (const [day, rates] of file.rates) {
      const { base, rates: kept } = JSON.parse(held.read(day));
      expect([day, base, kept]).toEqual([
        day,
        'EUR',
        Object.fromEntries(Array.from(rates, ([code, digits]) => [code, Number(digits)])),
      ]);
    }
  }, 900_000);

  test('is printed with every rate of every day, digit for digit', async () => {
    const { code, stdout, stderr } = await run('series 1999 2026 -f csv -q');
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

  test(`derives 50,000 rates as decimal arithmetic does (seed ${seed})`, async () => {
    const random = randomFrom(seed);
    const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
    let compared = 0;
    while (compared < 50_000) {
      const day = oneOf(file.days);
      const base = oneOf([...(file.rates.get(day)?.keys() ?? [])]);
      const { stdout } = await run(`series ${day.slice(0, 4)} -b ${base} -f csv -q`);
      for (const [on = '', of, quote = '', rate] of rowsOf(stdout)) {
        const rates = new Map([...(file.rates.get(on) ?? []), ['EUR', '1']]);
        const exact = new Rounded(rates.get(quote) ?? Number.NaN).div(rates.get(base) ?? Number.NaN);
        expect([on, of, quote, rate]).toEqual([on, base, quote, exact.toSignificantDigits(10).toFixed()]);
        if (quote !== base) compared++;
      }
    }
  }, 900_000);

  test('has the monthly means that a ministry published of it', async () => {
    const published = rowsOf(readFileSync(means, 'utf8'));
    expect(published.length).toBeGreaterThan(60);
    for (const month of new Set(published.map(([month]) => month))) {
      const { code, stdout } = await run(`series ${month} --every month -f csv -q`);
      expect(code).toBe(0);
      const ours = new Map(rowsOf(stdout).map(([, , quote, rate]) => [quote, rate]));
      for (const [, , quote, mean = ''] of published.filter(([other]) => other === month)) {
        const digits = new Decimal(mean).decimalPlaces();
        const places = Math.max(digits, mean.split('.')[1]?.length ?? 0);
        expect([month, quote, new Rounded(ours.get(quote) ?? Number.NaN).toFixed(places)]).toEqual([
          month,
          quote,
          mean,
        ]);
      }
    }
  });
});
