import type { Plan } from '../fetch/plan.ts';
import type { Ledger } from '../sources/ledger.ts';
import { count, grouped } from '../words.ts';

export function costLine({ days, countHeld, missing, cost, counted }: Plan, left?: number): string {
  const parts = [
    `${grouped(countHeld())} held`,
    `${grouped(missing)} to fetch`,
    counted > cost ? `${count(counted, 'request')}, free of charge` : `cost ${count(cost, 'request')}`,
    ...(left === undefined ? [] : [`${grouped(left)} left`]),
  ];
  return `${count(days, 'day')}: ${parts.join(', ')}`;
}

/** `cost 31 to 62 requests (one answer of 31 days was lost)`; undefined if no answer was lost. */
export function spentLine({ charged, lost, lostAnswers }: Ledger): string | undefined {
  if (lostAnswers === 0) return undefined;

  const days = count(lost, 'day');
  const isOne = lostAnswers === 1;
  const answers = isOne ? 'one answer' : count(lostAnswers, 'answer');
  const why = `${answers} of ${days} ${isOne ? 'was' : 'were'} lost`;
  return `cost ${grouped(charged)} to ${grouped(charged + lost)} requests (${why})`;
}
