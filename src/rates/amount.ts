/** An amount as somebody wrote it, in plain decimal: `-1234.50`. */
export type Amount = string;

/** What the text says to somebody whose decimal point this is; nothing for `point` where it says the same to everyone. */
interface Reading {
  readonly amount: Amount;
  readonly point: '.' | ',' | undefined;
}

const spaces = ' \\u00a0\\u2009\\u202f';

/** Digits, perhaps in groups of three by one and the same mark, or by commas in Indian groups, then perhaps a fraction. */
const forms = {
  '.': new RegExp(
    `^([1-9]\\d{0,2}([,'’${spaces}])\\d{3}(?:\\2\\d{3})*|[1-9]\\d?(?:,\\d{2})+,\\d{3}|\\d+|(?=\\.))(?:\\.(\\d+))?$`,
  ),
  ',': new RegExp(`^([1-9]\\d{0,2}([.'’${spaces}])\\d{3}(?:\\2\\d{3})*|\\d+|(?=,))(?:,(\\d+))?$`),
} as const;

/** Every way in which the text can be read; none where it is no amount. */
export function readingsOf(text: string): readonly Reading[] {
  const [, sign = '', body = ''] = /^([+\-−]?)(.*)$/.exec(text.trim()) ?? [];
  const found = (['.', ','] as const).flatMap((point): Reading[] => {
    const match = forms[point].exec(body);
    if (!match) return [];
    const [, whole = '', , fraction] = match;
    const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
    const amount = `${sign === '' || sign === '+' ? '' : '-'}${digits}${fraction ? `.${fraction}` : ''}`;
    return [{ amount, point }];
  });
  const [one, other] = found;
  return one && one.amount === other?.amount ? [{ amount: one.amount, point: undefined }] : found;
}

/** What a single amount says, with nothing beside it that would tell how its writer sets points. */
export type Read =
  | { readonly is: 'read'; readonly amount: Amount }
  | { readonly is: 'doubtful'; readonly either: readonly Amount[] }
  | { readonly is: 'unreadable' };

/** A single `.` is the point; a single `,` before three digits may be either. */
export function readAmount(text: string): Read {
  const readings = readingsOf(text);
  const [one] = readings;
  if (!one) return { is: 'unreadable' };
  if (readings.length === 1 || text.includes('.')) return { is: 'read', amount: one.amount };
  return { is: 'doubtful', either: readings.map(({ amount }) => amount) };
}

/** The digits that were written, leading zeros apart. */
export function digitsIn(amount: Amount): number {
  return amount.replace(/\D/g, '').replace(/^0+/, '').length;
}

/** With at least so many decimals. */
export function withDecimals(amount: Amount, decimals: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const padded = fraction.padEnd(decimals, '0');
  return padded ? `${whole}.${padded}` : whole;
}
