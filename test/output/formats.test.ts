import { expect, test } from 'vitest';
import { formatNames, formatOfFile, formats, openFormat } from '../../src/output/formats.ts';
import { documentOf, oneDay, ratesOf } from './days.ts';

test('every format of text can be loaded and writes the rate', async () => {
  for (const name of formatNames.filter((each) => !formats[each].binary)) {
    const formatter = await openFormat(name, documentOf(oneDay));
    const text = formatter.day(ratesOf('2024-01-01', { EUR: 0.905879 })) + [...formatter.end()].join('');
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
