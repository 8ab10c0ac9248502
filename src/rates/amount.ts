import type { DecimalMark } from './decimal.ts';

/** A plain decimal with the digits as written: `-1234.50`. */
export type Amount = string;

/** An amount, and the decimal point under which it is read; undefined if it is the same under both. */
interface Reading {
  readonly amount: Amount;
  readonly point: '.' | ',' | undefined;
}

const spaces = ' \\u00a0\\u2009\\u202f';

/** Digits, optionally in groups of three with one separator (or in Indian groups), then optionally a fraction. */
const forms = {
  '.': new RegExp(
    `^(?<whole>[1-9]\\d{0,2}(?<mark>[,'’${spaces}])\\d{3}(?:\\k<mark>\\d{3})*|[1-9]\\d?(?:,\\d{2})+,\\d{3}|\\d+|(?=\\.))(?:\\.(?<fraction>\\d+))?$`,
  ),
  ',': new RegExp(
    `^(?<whole>[1-9]\\d{0,2}(?<mark>[.'’${spaces}])\\d{3}(?:\\k<mark>\\d{3})*|\\d+|(?=,))(?:,(?<fraction>\\d+))?$`,
  ),
} as const;

const signed = /^(?<sign>[+\-−]?)(?<body>.*)$/;

/** What most amounts of a file look like. */
const simple = /^-?(?:0|[1-9]\d*)(?:([.,])\d\d?)?$/;

export function readingsOf(text: string): readonly Reading[] {
  const match = simple.exec(text);
  if (match) return [{ amount: text.replace(',', '.'), point: match[1] as Reading['point'] }];
  const found: Reading[] = [];
  const { sign = '', body = '' } = signed.exec(text.trim())?.groups ?? {};
  for (const point of ['.', ','] as const) {
    const { whole, fraction } = forms[point].exec(body)?.groups ?? {};
    if (whole === undefined) continue;
    const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
    const amount = `${sign === '' || sign === '+' ? '' : '-'}${digits}${fraction ? `.${fraction}` : ''}`;
    found.push({ amount, point });
  }
  const [one, other] = found;
  return one && one.amount === other?.amount ? [{ amount: one.amount, point: undefined }] : found;
}

const marks = { '.': 'point', ',': 'comma' } as const;

export type Read =
  | { readonly is: 'read'; readonly amount: Amount }
  | { readonly is: 'ambiguous'; readonly either: readonly Amount[] }
  | { readonly is: 'unreadable' };

/** Unless the mark is known, a single `.` is the decimal point, and a single `,` before three digits is ambiguous. */
export function readAmount(text: string, mark?: DecimalMark): Read {
  const readings = readingsOf(text).filter(({ point }) => !mark || !point || marks[point] === mark);
  const [one] = readings;
  if (!one) return { is: 'unreadable' };
  if (readings.length === 1 || text.includes('.')) return { is: 'read', amount: one.amount };
  return { is: 'ambiguous', either: readings.map(({ amount }) => amount) };
}

export function digitsIn(amount: Amount): number {
  return amount.replace(/\D/g, '').replace(/^0+/, '').length;
}
