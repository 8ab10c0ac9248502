import { resolveDay } from '../calendar/range.ts';
import type { RatesOptions } from '../cli/options.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { rates } from '../run/rates.ts';

/** `ratebook historical <day...>` */
export function historical(texts: readonly string[], given: RatesOptions, cli: Cli): Promise<ExitCode> {
  const now = cli.host.now();
  const days = [...new Set(texts.map((text) => resolveDay(text, now)))].sort();
  const kind = { of: 'days', several: days.length > 1 } as const;
  return rates({ days, endpoint: 'historical', kind }, given, cli);
}
