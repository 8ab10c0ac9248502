import { anyDay } from '../../calendar/named.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { readRatesFile } from '../../import/rates-file.ts';
import type { OwnRates } from '../../periods/own-rates.ts';
import { nameOfSource, rateRules } from '../../periods/rate-rules.ts';
import { receipts } from '../../periods/receipt.ts';
import type { Amount } from '../../rates/amount.ts';
import { type Code, parseCode } from '../../rates/code.ts';
import type { Cli } from '../../run/host.ts';
import { readCode } from '../../run/known-codes.ts';
import { type Printing, withPlace } from '../../run/records.ts';
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
  const own = await readRatesFile(path, rule, host);
  const from = await codeFor(fromText, own, cli);
  const to = new Set<Code>();
  for (const text of toTexts) to.add(await codeFor(text, own, cli));
  const day = named ?? (rule === 'day' ? undefined : own.newestDay);
  const source = day && rateRules[rule](day);
  const made = [...to].flatMap((code) => {
    const one = madeWith((from, to) => own.find(rule, day, from, to), { amount, from, digits }, code);
    if (!one) return [];
    const when = source?.of === 'mean' ? `${one.date}, mean of ${count(one.days.length, 'day')}` : one.date;
    return { ...one, code, when };
  });
  const receiptOf = receipts(rule, own.name, () => false);
  const converted = { conversions: made, when: together(made) };
  await withPlace(place, cli, (sink) => print(converted, receiptOf, place, color, sink, cli));
  const lacking = [...to].filter((code) => made.every((one) => one.code !== code));
  const where = source ? ` ${source.of === 'mean' ? 'in' : 'on'} ${nameOfSource(source)}` : '';
  for (const code of lacking) reporter.problem(`${own.name} has no rate for ${from}/${code}${where}`);
  return lacking.length > 0 ? exit.partial : exit.ok;
}

/** What the file calls a currency need not be known. */
async function codeFor(text: string, { codes }: OwnRates, { reporter }: Cli): Promise<Code> {
  const code = parseCode(text);
  return code && codes.has(code) ? code : readCode(text, { store: undefined, alternative: true, yes: true }, reporter);
}
