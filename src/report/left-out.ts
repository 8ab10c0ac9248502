import type { LeftOut } from '../rates/left-out.ts';
import { count } from '../words.ts';

const mostCodes = 200;

export function leftOutLine({ why, days }: LeftOut): string {
  if (days.size === 0) return '';
  const codes = Array.from(days, ([code, number]) => `${code} on ${count(number, 'day')}`);
  const more = codes.length > mostCodes ? `, and ${codes.length - mostCodes} more` : '';
  return `left out because ${why}: ${codes.slice(0, mostCodes).join(', ')}${more}`;
}
