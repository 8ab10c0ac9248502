import { anyDay } from '../../calendar/named.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { readRatesFile } from '../../import/rates-file.ts';
import { nameOfSource, rateRules } from '../../periods/rate-rules.ts';
import { receipts } from '../../periods/receipt.ts';
import type { Amount } from '../../rates/amount.ts';
import type { Cli } from '../../run/host.ts';
import { type Known, readUnit, readUnits } from '../../run/known-codes.ts';
import { type Printing, withPlace } from '../../run/printing.ts';
import { count } from '../../words.ts';
import { madeWith, together } from './converter.ts';
import type { Converting } from './door.ts';
import type { ConversionFormat } from './formats.ts';
import { print } from './print.ts';

/** At rates of one's own: without a key, and of any day and currency. */
export async function convertFromFile(
  path: string,
  [amount, fromText, toTexts]: readonly [amount: Amount, from: string, to: readonly string[]],
  { on, rate: rule, digits, color }: Converting,
  place: Printing<ConversionFormat>,
  cli: Cli,
): Promise<ExitCode> {
  const { host, reporter } = cli;
  const named = on === undefined ? undefined : anyDay(on, host.now());
  const own = await readRatesFile(path, rule, cli);
  // what the file calls a currency need not be known
  const known: Known = { store: undefined, alternative: true, yes: true, own: own.codes };
  const from = await readUnit(fromText, known, reporter);
  const to = await readUnits(toTexts, known, reporter);
  const day = named ?? (rule === 'day' ? undefined : own.newestDay);
  const source = day && rateRules[rule](day);
  const made = to.flatMap((unit) => {
    const one = madeWith((from, to) => own.find(rule, day, from, to), { amount, from, digits }, unit);
    if (!one) return [];
    const when = source?.of === 'mean' ? `${one.date}, mean of ${count(one.days.length, 'day')}` : one.date;
    return { ...one, unit, when };
  });
  const receiptOf = receipts(rule, own.name, () => false);
  const converted = { conversions: made, when: together(made) };
  await withPlace(place, cli, (sink) => print(converted, receiptOf, place, color, sink, cli));
  const lacking = to.filter((unit) => made.every((one) => one.unit !== unit));
  const where = source ? ` ${source.of === 'mean' ? 'in' : 'on'} ${nameOfSource(source)}` : '';
  for (const { name } of lacking) {
    const pair = `${from.name}/${name}`;
    reporter.problem(`${own.name} has no rate for ${pair}${where}`);
  }
  return lacking.length > 0 ? exit.partial : exit.ok;
}
