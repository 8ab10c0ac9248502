import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { bankScene } from '../support/bank.ts';
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
