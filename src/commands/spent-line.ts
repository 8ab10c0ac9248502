import { count } from '../fetch/plan.ts';
import type { Ledger } from '../service/ledger.ts';

/** `cost 31 to 62 requests (one answer of 31 days was lost)` */
export function spentLine({ charged, lost, lostAnswers }: Ledger): string {
  const days = count(lost, 'day');
  const what = lostAnswers === 1 ? `one answer of ${days} was` : `${lostAnswers} answers of ${days} were`;
  return `cost ${charged} to ${charged + lost} requests (${what} lost)`;
}
