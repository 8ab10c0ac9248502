import type { ExitCode } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import { convertAtDays } from './at-days.ts';
import type { Converting } from './options.ts';
import { withFormat } from './print.ts';
import { readTyped, sortTyped } from './typed.ts';

type Words = readonly [amount: string, from: string, to: readonly string[]];

export async function convert([amount, from, to]: Words, options: Converting, cli: Cli): Promise<ExitCode> {
  const asked = withFormat(options, cli);
  const words = await sortTyped([amount, from, ...to], asked.on, cli.host.now());
  const typed = readTyped(words, asked.decimal, cli.reporter);
  const given = words.on === undefined ? asked : { ...asked, on: words.on };
  if (given.rates === undefined) return convertAtDays(typed, given, cli);

  const { convertFromFiles } = await import('./from-files.ts');
  return convertFromFiles(given.rates, typed, given, cli);
}
