import { type Failure, usageError } from '../../errors.ts';
import { type FoundRate, foundOn, rateFrom } from '../../periods/mean-rates.ts';
import { nameOfSource, type Source } from '../../periods/rate-rules.ts';
import type { Origin } from '../../periods/receipt.ts';
import { type Amount, type Meaning, readAmount } from '../../rates/amount.ts';
import type { Code } from '../../rates/code.ts';
import { type Conversion, conversionOf, type Decimals } from '../../rates/convert.ts';
import { nameOf } from '../../rates/currencies.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { type DecimalMark, withMark } from '../../rates/decimal.ts';
import { pairRate } from '../../rates/pair-rate.ts';
import { isRunning, publicationOf, runningLine } from '../../rates/running.ts';
import type { Unit } from '../../rates/units.ts';
import type { Reporter } from '../../report/reporter.ts';
import { count, either, inWords } from '../../words.ts';

export interface Asked {
  readonly amount: Amount;
  readonly from: Unit;
  readonly to: readonly Unit[];
  readonly digits: Decimals;
}

/** Its rates are known without any of a day. */
export function isInItself({ from, to }: Pick<Asked, 'from' | 'to'>): boolean {
  return to.every(({ code }) => code === from.code);
}

type Telling = Pick<Reporter, 'note'>;

/** @param mark undefined: as the amount looks. @throws a usage error */
export function readAmountOf(text: string, mark: DecimalMark | undefined, reporter: Telling): Amount {
  const read = readAmount(text, mark);
  // as it was typed, before Commander could take it for an option
  const word = text.replace('−', '-');
  if (read.is === 'unreadable') throw unreadable(word, mark);
  if (read.is === 'ambiguous') throw inTwoWays(word, read.either, mark);
  if (read.inThousands) reporter.note(readAsPoint(word, read.amount, read.inThousands));
  return read.amount;
}

function readAsPoint(text: string, amount: Amount, inThousands: Amount): string {
  const many = inThousands === '1000' ? 'a thousand' : 'thousands';
  return `${text} is read as ${amount.replace(/\.?0+$/, '')}; write ${inThousands} for ${many}`;
}

function inTwoWays(text: string, meanings: readonly Meaning[], mark: DecimalMark | undefined): Failure {
  const said = meanings.map(({ amount, as }) => `${withMark(amount, mark)} (${as})`);
  // a shell that takes a comma away leaves it in quotes
  const toWrite = meanings.map(({ amount }) => withMark(amount, mark).replace(/^.*,.*$/, "'$&'"));
  const ways = `can be read in ${inWords(said.length)} ways`;
  return usageError(`${JSON.stringify(text)} ${ways}: ${either(said)}`, `write ${either(toWrite)}`);
}

function unreadable(text: string, mark: DecimalMark | undefined): Failure {
  const word = JSON.stringify(text);
  const what = `${word} is not an amount`;
  const otherwise = readAmount(text);
  if (otherwise.is !== 'read') return usageError(what, 'ratebook convert 1234.50 EUR USD');
  return usageError(`${what} with a decimal ${mark}`, `write ${withMark(otherwise.amount, mark)}`);
}

/** @throws a usage error if there are none */
export function targetsIn(words: readonly string[]): string[] {
  const meant = words.filter((word) => word !== 'to' && word !== 'in');
  const targets = meant.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  if (targets.length === 0) throw usageError('there is no currency to convert to', 'ratebook convert --help');
  return targets;
}

export interface Made extends Conversion, Origin {
  /** `2026-11-21T22:00:17Z`; undefined for a mean, or if it is not known. */
  readonly published: string | undefined;
}

export interface Converted {
  readonly conversions: readonly Made[];
  /** The day or period of the rate, and if the day is not over, the time of its rates; empty if there is none. */
  readonly when: string;
  /** At rates that mean nothing. */
  readonly isMadeUp?: boolean | undefined;
}

const nothing: Converted = { conversions: [], when: '' };

/** Undefined if `find` finds no rate. */
export function madeWith(
  find: (from: Code, to: Code) => FoundRate | undefined,
  { from, amount, digits }: Omit<Asked, 'to'>,
  to: Unit,
): Made | undefined {
  const there = find(from.code, to.code);
  if (!there) return undefined;
  const back = find(to.code, from.code);
  return { ...conversionOf(there, back, amount, from, to, digits), ...there.origin, published: undefined };
}

/** @throws a usage error if the days lack a currency */
export async function convertedAt(
  source: Source,
  asked: Asked,
  days: AsyncIterable<DayRates>,
  now: number,
): Promise<Converted> {
  if (isInItself(asked)) return convertedInItself(asked, nameOfSource(source));
  return source.of === 'mean' ? convertedAtMean(asked, days, source) : convertedAtDay(asked, days, now);
}

function convertedInItself(asked: Asked, date: string): Converted {
  const find = (): FoundRate => ({ rate: '1', of: undefined, date, origin: { days: [], derived: false } });
  return { conversions: asked.to.flatMap((to) => madeWith(find, asked, to) ?? []), when: date };
}

/** At the rates of the last day that has the pair. @throws a usage error if none has it, unless a rate was dropped */
async function convertedAtDay(asked: Asked, days: AsyncIterable<DayRates>, now: number): Promise<Converted> {
  const newestFirst: DayRates[] = [];
  for await (const day of days) newestFirst.unshift(day);
  const [newest] = newestFirst;
  if (!newest) return nothing;
  const { from, to } = asked;
  const made = to.map((unit) => {
    const has = (day: DayRates) => [from, unit].every(({ code }) => codesOf(day).includes(code));
    const day = newestFirst.find(has) ?? newest;
    const pair = { from, to: [unit] };
    checkHas(new Set(codesOf(day)), pair, (lacking) => `${day.day} has no rate for ${lacking}`);
    if (day.rates.get(from.code) === 0)
      throw usageError(`the rate of ${from.code} on ${day.day} is 0: nothing can be converted from it`);
    const one = madeWith((from, to) => foundOn(day.day, pairRate(day, from, to)), asked, unit);
    const of = one && { ...one, published: publicationOf(day, now) };
    return { unit, of, when: isRunning(day, now) ? runningLine(day, now) : day.day };
  });
  return { conversions: made.flatMap(({ of }) => of ?? []), when: together(made) };
}

/** Each with its currency where they differ. */
export function together(all: readonly { readonly unit: Unit; readonly when: string }[]): string {
  const [one = '', ...others] = new Set(all.map(({ when }) => when));
  return others.length === 0 ? one : all.map(({ unit, when }) => `${unit.name}: ${when}`).join('; ');
}

/** At the mean of the daily rates of a period. @throws a usage error if no day has a rate of a currency */
async function convertedAtMean(
  asked: Asked,
  days: AsyncIterable<DayRates>,
  source: Extract<Source, { of: 'mean' }>,
): Promise<Converted> {
  const date = source.period.name;
  const all: DayRates[] = [];
  for await (const day of days) all.push(day);
  if (all.length === 0) return nothing;
  const known = new Set(all.flatMap(codesOf));
  checkHas(known, asked, (lacking) => `no day of ${date} has a rate for ${lacking}`);
  const find = (from: Code, to: Code) => rateFrom(source, all, (day) => foundOn(day.day, pairRate(day, from, to)));
  const conversions = asked.to.flatMap((unit) => madeWith(find, asked, unit) ?? []);
  return { conversions, when: `${date}, mean of ${count(all.length, 'day')}` };
}

const codesOf = ({ base, rates, dropped = [] }: DayRates) => [base, ...rates.keys(), ...dropped];

function checkHas(
  known: ReadonlySet<string>,
  { from, to }: Pick<Asked, 'from' | 'to'>,
  message: (lacking: string) => string,
): void {
  const lacking = [from, ...to].map(({ code }) => code).find((code) => !known.has(code));
  if (lacking)
    throw usageError(
      message([lacking, nameOf(lacking)].filter(Boolean).join(', ')),
      `ratebook currencies ${lacking.toLowerCase()} shows its first and last stored day`,
    );
}
