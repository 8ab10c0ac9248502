import { type Day, eachDay } from '../calendar/day.ts';
import type { Plan } from '../fetch/plan.ts';
import { grouped } from '../words.ts';

/**
 * What to type where a run costs more than is left: for the end of the range that fits, and for all of it in time.
 * @param shorter the command line for what of the range begins on that day
 */
export function withinQuota(
  plan: Plan,
  left: number,
  alternative: boolean,
  shorter?: (first: Day) => string,
): readonly string[] {
  const costs = costOfEach(plan);
  const [missing] = costs.keys();
  const first = shorter && left > 0 ? firstThatFits(plan, left, costs) : undefined;
  const archive = `ratebook archive --since ${missing}${alternative ? ' --show-alternative' : ''}`;
  return [
    ...(shorter && first ? [`with the ${grouped(left)} left: ${shorter(first)}`] : []),
    `a month's quota at a time: ${archive}`,
  ];
}

function costOfEach({ units }: Plan): ReadonlyMap<Day, number> {
  const requests = units.flatMap(({ requests }) => requests);
  return new Map(
    requests.flatMap(({ run, cost }) =>
      Array.from(eachDay(run.first, run.last), (day) => [day, cost / run.length] as const),
    ),
  );
}

function firstThatFits({ units }: Plan, left: number, costs: ReadonlyMap<Day, number>): Day | undefined {
  let first: Day | undefined;
  let cost = 0;
  for (const day of units.flatMap(({ days }) => days).reverse()) {
    cost += costs.get(day) ?? 0;
    if (cost > left) break;
    first = day;
  }
  return first;
}
