import type { Plan } from '../fetch/plan.ts';
import type { Ledger } from '../sources/ledger.ts';
import { count, grouped } from '../words.ts';

/** `31 days: 12 held, 19 to fetch, cost 19 requests, 412 left` */
export function costLine({ days, countHeld, missing, cost }: Plan, left?: number): string {
  const line = `${count(days, 'day')}: ${grouped(countHeld())} held, ${grouped(missing)} to fetch, cost ${count(cost, 'request')}`;
  return left === undefined ? line : `${line}, ${grouped(left)} left`;
}

/** `cost 31 to 62 requests (one answer of 31 days was lost)`; undefined if no answer was lost. */
export function spentLine({ charged, lost, lostAnswers }: Ledger): string | undefined {
  if (lostAnswers === 0) return undefined;
  const days = count(lost, 'day');
  const what =
    lostAnswers === 1 ? `one answer of ${days} was` : `${count(lostAnswers, 'answer')} of ${days} were`;
  return `cost ${grouped(charged)} to ${grouped(charged + lost)} requests (${what} lost)`;
}
