import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/currencies/code.ts';
import type { FormatName } from '../../src/output/formats.ts';
import { documentOf, noFindings, piecesOf, ratesOf, textOf } from './days.ts';

const day = ratesOf('2024-01-17', { BTC: 1e-7, EUR: 0.955, USD: 1 });
const head = 'Date,From Namespace,From Symbol,Currency To,Amount\n';

/** What a format notes of these days. */
async function notesOf(format: FormatName, ...days: (typeof day)[]) {
  const findings = noFindings();
  await piecesOf(format, [{ days }], documentOf(), findings);
  return findings.notes;
}

test.each([
  ['ledger', 'P 2024-01-17 USD 0.0000001 BTC\nP 2024-01-17 USD 0.955 EUR\n'],
  ['beancount', '2024-01-17 price USD 0.0000001 BTC\n2024-01-17 price USD 0.955 EUR\n'],
  ['gnucash', `${head}2024-01-17,CURRENCY,USD,BTC,0.0000001\n2024-01-17,CURRENCY,USD,EUR,0.955\n`],
] as const)(
  'what one unit of the base costs, in plain decimals, and nothing of the base in itself in %s',
  async (format, text) => expect(await textOf(format, documentOf(), [day])).toBe(text),
);

describe('a code of anything but letters', () => {
  const strange = ratesOf('2024-01-17', { '1INCH': 2, AB: 3, A1: 4, A_: 5, NULL: 6, VEF_DICOM: 7 });

  test('is quoted for Ledger and hledger', async () => {
    const quoted = (await textOf('ledger', documentOf(), [strange])).match(/\S+(?=\n)/g)?.join(' ');
    expect(quoted).toBe('"1INCH" AB "A1" "A_" NULL "VEF_DICOM"');
    expect(await textOf('ledger', documentOf({ base: 'VEF_DICOM' as Code }), [day])).toContain(
      ' "VEF_DICOM" 0.955 EUR',
    );
    expect(await notesOf('ledger', strange)).toEqual([]);
  });

  test('is left out where Beancount cannot read it', async () => {
    expect((await textOf('beancount', documentOf(), [strange])).match(/\S+(?=\n)/g)).toEqual(['AB', 'A1', 'VEF_DICOM']);
    expect(await notesOf('beancount', strange)).toEqual([
      expect.stringMatching(/^left out because .*: 1INCH on 1 day, A_ on 1 day, NULL on 1 day$/),
    ]);
  });

  test('is left out for GnuCash, whose currencies have three letters', async () => {
    const text = await textOf('gnucash', documentOf(), [
      ratesOf('2024-01-17', { EUR: 1, BTC: 2, AB: 3, ABCD: 4, A12: 5 }),
    ]);
    expect(text.match(/(?<=USD,)\w+/g)).toEqual(['EUR', 'BTC']);
    expect(await notesOf('gnucash', strange, strange)).toEqual([
      'left out because a GnuCash currency has three letters: ' +
        '1INCH on 2 days, AB on 2 days, A1 on 2 days, A_ on 2 days, NULL on 2 days, VEF_DICOM on 2 days',
    ]);
  });
});
