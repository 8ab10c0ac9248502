import { expect, test } from 'vitest';
import { formatNames, formatOfFile, isBinary, loadFormat } from '../../src/output/formats.ts';
import { documentOf, oneDay, ratesOf, textOf } from './days.ts';

test('every format of text can be loaded and writes the rate', async () => {
  for (const name of formatNames.filter((each) => !isBinary(each))) {
    const text = textOf(await loadFormat(name), documentOf(oneDay), [
      ratesOf('2024-01-01', { EUR: 0.905879 }),
    ]);
    expect(text).toContain('0.905879');
    expect(text.endsWith('\n')).toBe(true);
  }
});

test("a file's ending asks for a format", () => {
  expect(formatOfFile('out/rates.csv')).toBe('csv');
  expect(formatOfFile('RATES.JSON')).toBe('json');
  expect(formatOfFile('a.ndjson')).toBe('ndjson');
  expect(formatOfFile('a.jsonl')).toBe('ndjson');
  expect(formatOfFile('a.txt')).toBeUndefined();
  expect(formatOfFile('csv')).toBeUndefined();
  expect(formatOfFile('/dev/stdout')).toBeUndefined();
});
