import type { Day } from '../../calendar/day.ts';
import { resolveRange } from '../../calendar/range.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import type { Document } from '../../output/format.ts';
import { daysOf } from '../../periods/period.ts';
import type { Cli } from '../../run/host.ts';
import type { RatesOptions } from '../../run/options.ts';
import { showRates } from './rates.ts';

export function series(
  start: string,
  end: string | undefined,
  given: RatesOptions,
  cli: Cli,
): Promise<ExitCode> {
  if (given.take && !given.every)
    throw usageError('--take needs --every', `--every month --take ${given.take}`);
  const { first, last, notes } = resolveRange(start, end, cli.host.now());
  for (const note of notes) cli.reporter.note(note);
  const days = daysOf({ first, last }, given.weekdays === true);
  if (days.length === 0 && first <= last) cli.reporter.note(`no day from ${first} to ${last} is a weekday`);
  const range = { start: first, end: last < first ? first : last };
  return showRates({ days, endpoint: 'time-series', kind: kindOf(range, given) }, given, cli);
}

function kindOf(
  range: { readonly start: Day; readonly end: Day },
  { every, take = 'mean', weekdays }: RatesOptions,
): Document['kind'] {
  return every
    ? { of: 'periods', ...range, every, take, weekdays: weekdays === true }
    : { of: 'series', ...range };
}
