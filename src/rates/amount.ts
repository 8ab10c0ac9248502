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

/** Under one decimal point, or under each if the amounts differ. */
export function readingsOf(text: string): readonly AmountReading[] {
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

interface AmountMeaning {
  readonly amount: Amount;
  /** For people, where there are several. */
  readonly as: string;
  /** The amount if its point separates thousands. */
  readonly inThousands?: Amount | undefined;
}

/**
 * The amounts that a text can mean: none, one, or several. Unless the mark is known, a single `.` is the
 * point, and a single `,` before three digits is ambiguous. So are a dash with a blank after it, and a single
 * blank before three digits, which PowerShell makes of a comma.
 */
export function readAmount(text: string, mark?: DecimalMark): readonly AmountMeaning[] {
  const unsigned = /^\s*[-−–—]\s+([\d.,].*)$/.exec(text)?.[1];
  if (unsigned !== undefined) {
    const meanings = readAmount(unsigned, mark);
    return ['minus', 'dash'].flatMap((sign) =>
      meanings.map(({ amount, as }) => ({
        amount: sign === 'minus' ? `-${amount}` : amount,
        as: [sign, as].filter(Boolean).join(', '),
      })),
    );
  }

  const [, digits, power = 3] = scaled.exec(text.trim()) ?? [];
  if (digits !== undefined)
    return readAmount(digits, mark).map(({ amount, as }) => ({
      amount: withPoint(amount, Number(power)),
      as,
    }));

  const all = readingsOf(text);
  const readings = mark ? all.filter(({ point }) => !point || marks[point] === mark) : all;
  const [one, other] = readings;
  if (!one) return [];
  const { amount } = one;
  const isBlank = mark !== 'point' && /^[+\-−]?\d{1,3} \d{3}$/.test(text.trim());
  if (!isBlank && (!other || text.includes('.'))) return [{ amount, as: '', inThousands: other?.amount }];
  return [
    { amount, as: `${isBlank ? 'blank' : 'comma'} for thousands` },
    { amount: amount.replace(/\d{3}$/, '.$&'), as: 'decimal comma' },
  ];
}

/** `1k`, `1e3` */
const scaled = /^(.*\d)(?:k|e([+-]?\d{1,2}))$/i;

/** With its point moved to the right. */
export const withPoint = (amount: Amount, power: number): Amount => timesExactly(amount, `1e${power}`);

export function digitsIn(amount: Amount): number {
  return amount.replace(/\D/g, '').replace(/^0+/, '').length;
}
