import { addDays, type Day } from '../calendar/day.ts';
import { missingDays, type Plan } from '../fetch/plan.ts';
import { grouped } from '../words.ts';

/** What to type where a run costs more than is left: for as much of the end of its range as fits, and for all in time. */
export function withinQuota(
  plan: Plan,
  left: number,
  alternative: boolean,
  shorter?: (first: Day) => string,
): readonly string[] {
  const missing = missingDays(plan);
  const fit = Math.floor((left * missing.length) / plan.cost);
  const tooMuch = missing.at(-1 - fit);
  const archive = `ratebook archive --since ${missing[0]}${alternative ? ' --show-alternative' : ''}`;
  return [
    ...(shorter && tooMuch && fit > 0
      ? [`with the ${grouped(left)} left: ${shorter(addDays(tooMuch, 1))}`]
      : []),
    `a month's quota at a time: ${archive}`,
  ];
}
