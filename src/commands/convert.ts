import { Chalk } from 'chalk';
import { type Day, dayAt, lastFinishedDay } from '../calendar/day.ts';
import { resolveDay } from '../calendar/range.ts';
import type { Ledger } from '../client/ledger.ts';
import { type ExitCode, exit, usageError } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import { type DayOutcome, isGap } from '../fetch/outcome.ts';
import { type ConversionFormat, conversionFormats } from '../output/conversions.ts';
import { stdoutSink } from '../output/sink.ts';
import { type Amount, readAmount } from '../rates/amount.ts';
import { type Code, usd } from '../rates/code.ts';
import { convert as convertAt } from '../rates/convert.ts';
import { nameOf } from '../rates/currencies.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { costLine, dryRunText, spentLine } from '../report/cost.ts';
import { Coverage } from '../report/missing.ts';
import { consent } from '../run/consent.ts';
import type { Cli } from '../run/host.ts';
import { checkCodes, codeFrom } from '../run/known-codes.ts';
import { checkKeeping, openHoldings, openLibrary } from '../run/library.ts';
import type { RatesOptions } from '../run/options.ts';
import { type Run, startRun } from '../run/run.ts';
import { isTerminal, wantsColor } from '../run/terminal.ts';

interface ConvertOptions extends Omit<RatesOptions, 'format'> {
  readonly on?: string;
  readonly digits?: number;
  readonly format: ConversionFormat;
}

interface Asked {
  readonly amount: Amount;
  readonly from: Code;
  readonly to: readonly Code[];
  /** Decimals of the results; undefined: those of each currency. */
  readonly digits: number | undefined;
}

/** `ratebook convert <amount> <from> <to...>` */
export async function convert(
  amount: string,
  from: string,
  to: readonly string[],
  { format, ...given }: ConvertOptions,
  cli: Cli,
): Promise<ExitCode> {
  const asked = {
    amount: amountFrom(amount),
    from: codeFrom(from),
    to: codesFrom(to),
    digits: given.digits,
  };
  const on = given.on === undefined ? undefined : resolveDay(given.on, cli.host.now());
  const run = startRun(given, {}, cli);
  const alternative = given.showAlternative === true;
  const holdings = given.store
    ? await openHoldings(run, { alternative, refresh: given.refresh === true })
    : undefined;
  if (!given.yes) await checkCodes([asked.from, ...asked.to], { store: holdings?.store, alternative });
  const terms = { alternative, prettyprint: false };
  const library = openLibrary(run, { holdings, terms, offline: given.offline });
  const plan = library.plan([on ?? (await newestDay(given, holdings, cli))], 'historical');
  if (given.dryRun) {
    cli.reporter.note(costLine(plan));
    cli.host.stdout.write(dryRunText(plan, format));
    return exit.ok;
  }
  let ledger: Ledger | undefined;
  try {
    checkKeeping(plan, holdings);
    ledger = await consent(plan, run, given);
    const outcomes: DayOutcome[] = [];
    for await (const outcome of library.days(plan, ledger)) outcomes.push(outcome);
    const code = await print(outcomes, asked, format, given.color, run);
    return code === exit.ok && holdings?.writer.hasPoorer ? exit.partial : code;
  } finally {
    await run.close();
    const spent = ledger && spentLine(ledger);
    if (spent) run.reporter.note(spent);
  }
}

/** Today, or offline the newest stored day. */
async function newestDay(
  { offline }: Pick<ConvertOptions, 'offline'>,
  holdings: Holdings | undefined,
  { host }: Cli,
): Promise<Day> {
  const newest = offline ? (await holdings?.store.days())?.at(-1) : undefined;
  return newest ?? dayAt(host.now());
}

async function print(
  outcomes: readonly DayOutcome[],
  asked: Asked,
  format: ConversionFormat,
  color: boolean | undefined,
  { host, reporter }: Run,
): Promise<ExitCode> {
  const { from, to, amount, digits } = asked;
  const coverage = new Coverage(
    from,
    [from, ...to].filter((code) => code !== usd),
  );
  for (const gap of outcomes.filter(isGap)) coverage.gap(gap);
  const day = outcomes.find((outcome): outcome is DayRates => !isGap(outcome));
  if (day) {
    coverage.shown(day);
    checkHas(day, asked);
  }
  const found = day ? to.flatMap((code) => convertAt(day, amount, from, code, digits) ?? []) : [];
  const when = day ? whenOf(day, host.now()) : '';
  const { dim } = new Chalk({ level: wantsColor(color, host.env, isTerminal(undefined, { host })) ? 1 : 0 });
  const isEmpty = format === 'sentence' && found.length === 0;
  const text = isEmpty ? '' : conversionFormats[format](found, { when, dim });
  await stdoutSink(host.stdout, host.signal).write(text);
  if (format !== 'sentence' && day && isRunning(day, host.now())) reporter.note(when);
  return coverage.tell(reporter);
}

/** @throws a usage error if the day has no rate for a currency; rates that were dropped are reported later */
function checkHas(day: DayRates, { from, to }: Asked): void {
  const lacks = (code: Code) => code !== usd && !day.rates.has(code) && !day.dropped?.includes(code);
  const lacking = [from, ...to].find(lacks);
  if (lacking)
    throw usageError(
      `${day.day} has no rate for ${[lacking, nameOf(lacking)].filter(Boolean).join(', ')}`,
      `ratebook currencies ${lacking.toLowerCase()} shows its first and last stored day`,
    );
  if (day.rates.get(from) === 0)
    throw usageError(`the rate of ${from} on ${day.day} is 0: nothing can be converted from it`);
}

const isRunning = ({ day }: DayRates, now: number) => day > lastFinishedDay(now);

/** The day, or if it is not over, the time at which its rates were published. */
function whenOf(rates: DayRates, now: number): string {
  if (!isRunning(rates, now)) return rates.day;
  const { timestamp } = rates;
  const published =
    timestamp === undefined
      ? rates.day
      : new Date(timestamp * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return `${published} UTC; ${rates.day} is not over, its rates may still change`;
}

function amountFrom(text: string): Amount {
  const amount = readAmount(text);
  if (amount.is === 'read') return amount.amount;
  const word = JSON.stringify(text);
  if (amount.is === 'ambiguous')
    throw usageError(`${word} can be read in two ways`, `write ${amount.either.join(' or ')}`);
  throw usageError(`${word} is not an amount`, 'ratebook convert 1234.50 EUR USD');
}

/** Accepts `to USD` and `in USD,CHF` too; each code once. */
function codesFrom(words: readonly string[]): Code[] {
  const meant = words.filter((word) => word !== 'to' && word !== 'in');
  const codes = meant.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  if (codes.length === 0) throw usageError('there is no currency to convert to', 'ratebook convert --help');
  return [...new Set(codes.map(codeFrom))];
}
