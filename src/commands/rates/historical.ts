import { resolveDay } from '../../calendar/range.ts';
import type { ExitCode } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import type { RatesOptions } from '../../run/options.ts';
import { showRates } from './rates.ts';

export function historical(texts: readonly string[], given: RatesOptions, cli: Cli): Promise<ExitCode> {
  const now = cli.host.now();
  const days = [...new Set(texts.map((text) => resolveDay(text, now)))].sort();
  const kind = { of: 'days', several: days.length > 1 } as const;
  return showRates({ days, endpoint: 'historical', kind }, given, cli);
}
