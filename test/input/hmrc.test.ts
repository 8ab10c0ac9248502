import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hmrcRates } from '../../src/input/hmrc-xml.ts';

const published = join(import.meta.dirname, '../../../shared/data/published/hmrc');
const isThere = existsSync(published);

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(pieces: AsyncIterable<Buffer>) {
  const all = [];
  for await (const rows of hmrcRates(pieces, { line: 0 })) all.push(...rows);
  return all.map(({ period, base, quote, rate }) => [period.name, base.name, quote.name, rate]);
}

describe.skipIf(!isThere)(`a table as it was published${isThere ? '' : ' (skipped: it is not here)'}`, () => {
  test.each(['2014-02', '2021-01'])('%s has each figure, however it comes', async (month) => {
    const bytes = readFileSync(join(published, `${month}.xml`));
    const entries = bytes.toString().matchAll(/<currencyCode>\s*(\w+).*?<rateNew>\s*([\d.]+)/gs);
    const expected = Array.from(entries, ([, code, rate]) => [month, 'GBP', code, Number(rate)]);
    expect(expected.length).toBeGreaterThan(160);
    for (const size of [7, 4096, bytes.length]) expect(await rowsOf(cut(bytes, size))).toEqual(expected);
  });
});

test.each([
  ['depth', '', '<a>'],
  ['a text', '<a>', 'text'],
  ['a name', '<', 'name'],
  ['an attribute', '<a b="', 'value'],
  ['a comment', '<!--', 'words'],
  ['a part without markup', '<![CDATA[', 'words'],
])('a table whose %s has no end is refused early', async (_, beginning, again) => {
  let bytes = 0;
  async function* pieces() {
    yield Buffer.from(`<exchangeRateMonthList Period="01/Jan/2021 to 31/Jan/2021">${beginning}`);
    for (const piece = Buffer.from(again.repeat(1000)); ; bytes += piece.length) yield piece;
  }
  await expect(rowsOf(pieces())).rejects.toThrow(/^is not well-formed XML/);
  expect(bytes).toBeLessThan(1_100_000);
});
