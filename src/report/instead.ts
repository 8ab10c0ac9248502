import { addDays, type Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { Failure } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import { missingDays, type Plan } from '../fetch/plan.ts';
import { also, forUser, type Hint, type ToType } from '../hint.ts';
import type { Unasked } from '../sources/source.ts';
import { count, grouped } from '../words.ts';

const mostNamed = 5;

/** Adds to the failure which stored days can answer; where they are most, it names the others. */
export async function besideStored(failure: Unasked, plan: Plan, holdings: Holdings): Promise<Failure> {
  if (plan.requests[0]?.wanted === 'newest') {
    const newest = await holdings.newest();
    return newest
      ? failure.hinting(also('--offline').in((it) => `${it} takes the newest stored rates, of ${newest}`))
      : failure;
  }

  const held = plan.countHeld();
  if (held === 0) return failure;
  const stands = `${count(held, 'day')} that ${held === 1 ? 'is' : 'are'} stored`;
  const hint = also('--offline').in((it) => `${it} takes the ${stands}`);
  const missing = missingDays(plan);
  if (held <= missing.length) return failure.hinting(hint);

  const named = missing.length > mostNamed ? grouped(missing.length) : daysInWords(missing);
  const are = missing.length === 1 ? 'is' : 'are';
  const stored = `${grouped(held)} of ${count(held + missing.length, 'day')} are stored`;
  const { code, why, ways } = failure;
  return new Failure(code, `${stored}; ${named} ${are} not, and ${why}`, hint, ...ways);
}

interface Allowance {
  /** Requests. */
  readonly left: number;
  readonly isAlternative: boolean;
  /** The command line for what of its range begins on that day. */
  readonly shorter: ((first: Day) => ToType) | undefined;
}

/** What to type where a run costs more than is left: for as much of its end as fits, and for all in time. */
export function withinQuota(plan: Plan, { left, isAlternative, shorter }: Allowance): readonly Hint[] {
  const missing = missingDays(plan);
  const fit = Math.floor((left * missing.length) / plan.cost);
  const tooMuch = missing.at(-1 - fit);
  const alternative = isAlternative ? ['--show-alternative'] : [];
  const archive = forUser('archive', '--since', `${missing[0]}`, ...alternative);
  const inTime = archive.in((line) => `a month's quota at a time: ${line}`);

  if (!shorter || !tooMuch || fit <= 0) return [inTime];
  const some = shorter(addDays(tooMuch, 1));
  return [some.in((line) => `with the ${grouped(left)} left: ${line}`), inTime];
}
