/** Without an exponent. */
export function plain(number: number): string {
  // not String for all: V8 would remember each text, which costs long outputs a tenth of their time and 12 MB
  const text = Number.isFinite(number) ? JSON.stringify(number) : String(number);
  const at = text.indexOf('e');
  if (at < 0) return text;

  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = text.slice(sign.length, at).split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(text.slice(at + 1));
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** As spreadsheets show and save numbers: `0.3` for 0.1 + 0.2. */
export function fifteenDigits(number: number): string {
  const text = plain(number);
  return text.length <= 15 ? text : plain(Number(number.toPrecision(15)));
}

export const decimalMarks = ['point', 'comma'] as const;

export type DecimalMark = (typeof decimalMarks)[number];

export function withMark(decimal: string, mark: DecimalMark | undefined): string {
  return mark === 'comma' ? decimal.replace('.', ',') : decimal;
}

/** `1,234.50`, or `1.234,50` */
export function inGroups(decimal: string, mark: DecimalMark): string {
  const [whole = '', ...fraction] = decimal.split('.');
  const inEnglish = mark === 'point';
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, inEnglish ? ',' : '.');
  return [grouped, ...fraction].join(inEnglish ? '.' : ',');
}

export function withDecimals(decimal: string, decimals: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const padded = fraction.padEnd(decimals, '0');
  return padded ? `${whole}.${padded}` : whole;
}
