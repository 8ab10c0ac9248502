/** What a person may read in a text, by trying everything; none of it uses the program. */

export const orders = ['DMY', 'MDY', 'YMD'] as const;

export type Order = (typeof orders)[number];

export function dayFrom(year: number, month: number, day: number): string | undefined {
  const text = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

const threeNumbers = /^(\d+)([-/.])(\d+)\2(\d+)$/;

/** A year has four digits, or two of this century; the others have one or two. */
function isOf(part: string, letter: string | undefined): boolean {
  return letter === 'Y' ? /^(?:\d{4}|\d\d)$/.test(part) : /^\d\d?$/.test(part);
}

/** Whether three numbers may stand in this order; with points, the day is first, or a year of four digits. */
export function isWritten(text: string, order: Order): boolean {
  const [, a = '', mark, b = '', c = ''] = threeNumbers.exec(text) ?? [];
  const isUsual = mark !== '.' || order === 'DMY' || (order === 'YMD' && a.length === 4);
  return isUsual && [a, b, c].every((part, at) => isOf(part, order[at]));
}

export function inOrder(text: string, order: Order): string | undefined {
  if (!isWritten(text, order)) return undefined;
  const [, a = '', , b = '', c = ''] = threeNumbers.exec(text) ?? [];
  const of = (letter: string) => [a, b, c][order.indexOf(letter)] ?? '';
  const year = of('Y');
  return dayFrom(Number(year.length === 2 ? `20${year}` : year), Number(of('M')), Number(of('D')));
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const weekdays = 'sun mon tue wed thu fri sat'.split(' ');

const dayBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);

/** The last one before today that has this about it. */
function lastThat(today: string, has: (day: string) => boolean): string | undefined {
  for (let count = 1; count < 3000; count++) if (has(dayBefore(today, count))) return dayBefore(today, count);
  return undefined;
}

/** On a command line, where a year has four digits. @param today `2026-11-20` */
export function typedDays(text: string, today: string): Set<string> {
  const numbers = /\b\d{4}\b/.test(text) ? orders.map((order) => inOrder(text, order)) : [];
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year) numbers.push(dayFrom(Number(year), Number(month), Number(date)));
  return new Set([...numbers, named(text.toLowerCase(), today)].filter((day) => day !== undefined));
}

function named(text: string, today: string): string | undefined {
  if (text === 'today') return today;
  if (text === 'yesterday') return dayBefore(today, 1);
  const [, weekday = ''] = /^(?:last )?([a-z]{3})$/.exec(text) ?? [];
  if (weekdays.includes(weekday))
    return lastThat(today, (day) => new Date(day).getUTCDay() === weekdays.indexOf(weekday));
  const [, date, name = '', year] = /^(\d\d?) ([a-z]{3})(?: (\d{4}))?$/.exec(text) ?? [];
  const month = months.indexOf(name) + 1;
  if (month === 0) return undefined;
  if (year) return dayFrom(Number(year), month, Number(date));
  return lastThat(today, (day) => Number(day.slice(5, 7)) === month && Number(day.slice(8)) === Number(date));
}
