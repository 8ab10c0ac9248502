import type { Day } from '../../calendar/day.ts';
import { publishedCode } from '../../currencies/replaced.ts';
import type { Unit } from '../../currencies/units.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Converted, Question } from '../../rates/converted.ts';
import { type DayRates, rateIn } from '../../rates/day-rates.ts';
import { nameOfBasis, type RateBasis } from '../../rates/rules.ts';
import type { Reporter } from '../../report/reporter.ts';

interface Answered {
  readonly question: Question;
  readonly converted: Converted;
  readonly days: readonly DayRates[];
  readonly basis: RateBasis;
  readonly on: Day;
}

/** Names the targets without a rate, where other days or targets have one. */
export function tellMissing(
  { question: { from, to: targets }, converted, days, basis, on }: Answered,
  { reporter }: { readonly reporter: Pick<Reporter, 'missing'> },
): ExitCode {
  if (days.length === 0) return exit.ok;
  const missing = targets.filter((to) => converted.conversions.every((made) => made.to !== to));
  const isOnNone = ({ code }: Unit) =>
    days.every((day) => rateIn(day, publishedCode(code, on)) === undefined);
  for (const to of missing) {
    // a code that no day has is named with the days
    const isNone = basis.of !== 'last' && [from, to].some(isOnNone);
    const isTold = isNone || converted.refused.some((refused) => refused.to === to);
    const why = `no rate for ${from.name}/${to.name} that counts for ${nameOfBasis(basis)}`;
    reporter.missing(to.name, isTold ? undefined : why);
  }
  return missing.length > 0 ? exit.partial : exit.ok;
}
