import type { ExitCode } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import type { RatesOptions } from '../../run/options.ts';
import { showRates } from './rates.ts';

export function latest(given: RatesOptions, cli: Cli): Promise<ExitCode> {
  return showRates({ endpoint: 'latest', kind: { of: 'days', several: false } }, given, cli);
}
