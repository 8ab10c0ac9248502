import type { Column } from '../../output/records.ts';
import type { Conversion } from '../../rates/conversion.ts';
import type { Receipts } from '../../rates/receipt.ts';

/** The date is text, as that of a mean is a month or a year. */
export const conversionColumns: readonly Column<Conversion>[] = [
  { name: 'date', kind: 'text', of: ({ date }) => date },
  { name: 'from', kind: 'text', of: ({ from }) => from.name },
  { name: 'amount', kind: 'number', of: ({ amount }) => amount },
  { name: 'to', kind: 'text', of: ({ to }) => to.name },
  { name: 'rate', kind: 'number', of: ({ rate }) => rate.rate },
  { name: 'converted', kind: 'number', of: ({ converted }) => converted },
];

/** What a mean rests on, in any format. */
export function countColumns(receiptOf: Receipts): readonly Column<Conversion>[] {
  const count = (made: Conversion) => receiptOf([made.from.code, made.to.code], made);
  return [
    { name: 'days', kind: 'integer', of: (made) => count(made).days },
    { name: 'of', kind: 'integer', optional: true, of: (made) => count(made).of ?? undefined },
  ];
}

/** What json and ndjson have beside the columns. */
export function receiptColumns(receiptOf: Receipts): readonly Column<Conversion>[] {
  const receipt = (made: Conversion) => ({
    ...receiptOf([made.from.code, made.to.code], made),
    published: made.published ?? null,
  });
  const names = ['rule', 'derived', 'source', 'published', 'odd', 'table', 'days', 'of'] as const;
  return names.map((name) => ({
    name,
    kind: 'text',
    of: () => undefined,
    json: (made) => receipt(made)[name],
  }));
}
