import { anyDay } from '../../calendar/named.ts';
import { convertedAtOwn } from '../../convert/converted.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { readRatesFile } from '../../import/rates-file.ts';
import { basisOf, nameOfBasis } from '../../periods/rate-rules.ts';
import { receipts } from '../../periods/receipt.ts';
import type { Cli } from '../../run/host.ts';
import { type Known, readUnit, readUnits } from '../../run/known-codes.ts';
import { withPlace } from '../../run/printing.ts';
import { print, type WithFormat } from './print.ts';
import type { Typed } from './typed.ts';

/** At rates of one's own: without a key, and of any day and currency. */
export async function convertFromFile(
  path: string,
  typed: Typed,
  given: WithFormat,
  cli: Cli,
): Promise<ExitCode> {
  const { on, rate: rule, digits } = given;
  const { host, reporter } = cli;
  const named = on === undefined ? undefined : anyDay(on, host.now());
  const own = await readRatesFile(path, rule, cli);

  // what the file calls a currency need not be known
  const known: Known = { store: undefined, alternative: true, yes: true, own: own.codes };
  const from = await readUnit(typed.from, known, reporter);
  const to = await readUnits(typed.to, known, reporter);

  const day = named ?? (rule === 'day' ? undefined : own.newestDay);
  const converted = convertedAtOwn({ own, rule, on: day }, { amount: typed.amount, from, to, digits });
  const receiptOf = receipts({ rule, source: own.name, isOdd: () => false });
  await withPlace(given, cli, (sink) => print({ converted, receiptOf, whose: own.name, given }, sink, cli));

  const basis = day && basisOf(rule, day);
  const where = basis ? ` ${basis.of === 'mean' ? 'in' : 'on'} ${nameOfBasis(basis)}` : '';
  const lacking = to.filter((unit) => converted.conversions.every((made) => made.to !== unit));
  for (const unit of lacking) {
    const pair = `${from.name}/${unit.name}`;
    reporter.problem(`${own.name} has no rate for ${pair}${where}`);
  }
  return lacking.length > 0 ? exit.partial : exit.ok;
}
