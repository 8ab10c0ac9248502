import { expect, test } from 'vitest';
import { formatOfFile } from '../../src/output/endings.ts';

test("a file's ending asks for a format", () => {
  const files = ['out/rates.csv', 'RATES.JSON', 'a.ndjson', 'a.jsonl', 'a.txt', 'csv', '/dev/stdout'];
  expect(files.map((file) => formatOfFile(file) ?? '-').join(' ')).toBe('csv json ndjson ndjson - - -');
});
