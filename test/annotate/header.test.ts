import { expect, test } from 'vitest';
import { readHeader } from '../../src/annotate/header.ts';
import { longestHeader } from '../../src/csv/header.ts';

test('a header that does not end is none', () => {
  const said = (text: string) => () =>
    readHeader(text, [{ date: 'Tag', amount: 'Sum', from: 'EUR', to: 'USD' }], undefined);
  expect(said('x'.repeat(longestHeader))).toThrow('the file has no header: its first line is too long');
  expect(said('Tag,"Sum\n')).toThrow('a quote that begins in line 1 never closes');
});
