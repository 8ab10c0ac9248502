import { type DecimalMark, timesExactly } from './decimal.ts';

/** A plain decimal with the digits as written: `-1234.50`. */
export type Amount = string;

/** An amount, and the decimal point under which it is read; undefined if it is the same under both. */
interface AmountReading {
  readonly amount: Amount;
  readonly point: '.' | ',' | undefined;
}

const spaces = ' \\u00a0\\u2009\\u202f';

/** Digits, in groups of three with one separator (or in Indian groups) or in none, and a fraction or none. */
const forms = {
  '.': new RegExp(
    `^(?<whole>[1-9]\\d{0,2}(?<mark>[,'’${spaces}])\\d{3}(?:\\k<mark>\\d{3})*|[1-9]\\d?(?:,\\d{2})+,\\d{3}|\\d+|(?=\\.))(?:\\.(?<fraction>\\d+))?$`,
  ),
  ',': new RegExp(
    `^(?<whole>[1-9]\\d{0,2}(?<mark>[.'’${spaces}])\\d{3}(?:\\k<mark>\\d{3})*|\\d+|(?=,))(?:,(?<fraction>\\d+))?$`,
  ),
} as const;

const signed = /^(?<sign>[+\-−]?)(?<body>.*)$/;

const simple = /^-?(?:0|[1-9]\d*)(?:([.,])\d\d?)?$/;

/** What most amounts of a file look like: `-1234.50`, `12,5` or `7`. */
export const isSimple = (text: string): boolean => simple.test(text);

/** Under one decimal point, or under each if the amounts differ. */
export function readingsOf(text: string): readonly AmountReading[] {
  const match = simple.exec(text);
  if (match) return [{ amount: text.replace(',', '.'), point: match[1] as AmountReading['point'] }];

  const found: AmountReading[] = [];
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

export interface AmountMeaning {
  readonly amount: Amount;
  /** For people. */
  readonly as: string;
}

type Read =
  | {
      readonly is: 'read';
      readonly amount: Amount;
      /** What it would be if its point parted thousands. */
      readonly inThousands?: Amount | undefined;
    }
  | { readonly is: 'ambiguous'; readonly either: readonly AmountMeaning[] }
  | { readonly is: 'unreadable' };

/**
 * Unless the mark is known, a single `.` is the point, and a single `,` before three digits is ambiguous. So
 * are a dash with a blank after it, and a single blank before three digits, which PowerShell makes of a
 * comma.
 */
export function readAmount(text: string, mark?: DecimalMark): Read {
  const unsigned = /^\s*[-−–—]\s+([\d.,].*)$/.exec(text)?.[1];
  if (unsigned !== undefined) return withDash(readAmount(unsigned, mark));

  const [, digits, power = 3] = scaled.exec(text.trim()) ?? [];
  if (digits !== undefined) return shifted(readAmount(digits, mark), Number(power));

  const readings = readingsOf(text).filter(({ point }) => !mark || !point || marks[point] === mark);
  const [one, other] = readings;
  if (!one) return { is: 'unreadable' };
  if (mark !== 'point' && /^[+\-−]?\d{1,3} \d{3}$/.test(text.trim()))
    return ambiguous(one.amount, 'blank for thousands');

  if (!other) return { is: 'read', amount: one.amount };
  if (text.includes('.')) return { is: 'read', amount: one.amount, inThousands: other.amount };
  return ambiguous(one.amount, 'comma for thousands');
}

/** `1k`, `1e3` */
const scaled = /^(.*\d)(?:k|e([+-]?\d{1,2}))$/i;

function shifted(read: Read, power: number): Read {
  if (read.is === 'unreadable') return read;
  if (read.is === 'ambiguous')
    return { ...read, either: read.either.map((one) => ({ ...one, amount: withPoint(one.amount, power) })) };
  const { amount, inThousands } = read;
  return {
    ...read,
    amount: withPoint(amount, power),
    inThousands: inThousands && withPoint(inThousands, power),
  };
}

/** With its point so many places to the right. */
export const withPoint = (amount: Amount, power: number): Amount => timesExactly(amount, `1e${power}`);

const ambiguous = (amount: Amount, as: string): Read => ({
  is: 'ambiguous',
  either: [
    { amount, as },
    { amount: amount.replace(/\d{3}$/, '.$&'), as: 'decimal comma' },
  ],
});

/** The dash may be a minus, or not. */
function withDash(read: Read): Read {
  if (read.is === 'unreadable') return read;
  const meanings = read.is === 'read' ? [{ amount: read.amount, as: '' }] : read.either;
  const either = [true, false].flatMap((isMinus) =>
    meanings.map(({ amount, as }) => ({
      amount: isMinus ? `-${amount}` : amount,
      as: [isMinus ? 'minus' : 'dash', as].filter(Boolean).join(', '),
    })),
  );
  return { is: 'ambiguous', either };
}

export function digitsIn(amount: Amount): number {
  return amount.replace(/\D/g, '').replace(/^0+/, '').length;
}
