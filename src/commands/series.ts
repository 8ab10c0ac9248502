import { eachDay } from '../calendar/day.ts';
import { resolveRange } from '../calendar/range.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import type { RatesOptions } from '../run/options.ts';
import { showRates } from '../run/rates.ts';

export function series(
  start: string,
  end: string | undefined,
  given: RatesOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { first, last, notes } = resolveRange(start, end, cli.host.now());
  for (const note of notes) cli.reporter.note(note);
  const days = [...eachDay(first, last)];
  const kind = { of: 'series', start: first, end: last < first ? first : last } as const;
  return showRates({ days, endpoint: 'time-series', kind }, given, cli);
}
