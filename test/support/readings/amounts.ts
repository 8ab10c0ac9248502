/** What a person may read in a text, by trying everything; none of it uses the program. */

export type Point = '.' | ',';

const separators = ['', ',', '.', ' ', '\u00a0', '\u2009', '\u202f', "'", '’'];

const digits = /^\d+$/;

/** Thousands in threes, or as in India; no group has a zero in front. */
function isGrouped(parts: readonly string[], separator: string, point: Point): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.at(-1) ?? '';
  if (!/^[1-9]\d{0,2}$/.test(first) || !/^\d{3}$/.test(last)) return false;
  if (rest.every((part) => /^\d{3}$/.test(part))) return true;
  const areTwos = rest.slice(0, -1).every((part) => /^\d{2}$/.test(part));
  return separator === ',' && point === '.' && first.length < 3 && areTwos;
}

function wholeIn(text: string, separator: string, point: Point): string | undefined {
  if (separator === '') return digits.test(text) ? text : undefined;
  const parts = text.split(separator);
  return parts.length > 1 && isGrouped(parts, separator, point) ? parts.join('') : undefined;
}

/** Without zeros that say nothing. */
const plain = (whole: string, fraction: string) => {
  const [w, f] = [whole.replace(/^0+/, '') || '0', fraction.replace(/0+$/, '')];
  return f ? `${w}.${f}` : w;
};

/** Of a text without a sign, for each decimal point that it may have. */
export function unsigned(text: string, points: readonly Point[] = ['.', ',']): Set<string> {
  const found = new Set<string>();
  for (const point of points)
    for (const separator of separators) {
      if (separator === point) continue;
      const [whole = '', fraction, ...more] = text.split(point);
      if (more.length > 0 || (fraction !== undefined && !digits.test(fraction))) continue;
      const read = whole === '' && fraction ? '0' : wholeIn(whole, separator, point);
      if (read !== undefined) found.add(plain(read, fraction ?? ''));
    }
  return found;
}

const negative = (amount: string) => (/[1-9]/.test(amount) ? `-${amount}` : amount);

/** With its sign; a dash with a blank may be one or not. */
export function signed(text: string, read: (body: string) => Set<string>): Set<string> {
  const [, dash, body = ''] = /^([-−–—]\s+)?(.*)$/.exec(text.trim()) ?? [];
  const [, sign = '', rest = ''] = /^([-−+]?)(.*)$/.exec(body) ?? [];
  const amounts = [...read(rest)].map((amount) => (/[-−]/.test(sign) ? negative(amount) : amount));
  return new Set(dash ? amounts.flatMap((amount) => [amount, negative(amount)]) : amounts);
}

/** On a command line, where a shell may have made blanks of all commas. */
export function typedAmounts(text: string, points?: readonly Point[]): Set<string> {
  const before = (body: string) => (body.includes(',') ? body : body.replaceAll(' ', ','));
  return signed(text, (body) => new Set([...unsigned(body, points), ...unsigned(before(body), points)]));
}
