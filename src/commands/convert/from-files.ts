import type { Day } from '../../calendar/day.ts';
import { anyDay } from '../../calendar/ranges.ts';
import { withEnd } from '../../currencies/ended.ts';
import type { Unit } from '../../currencies/units.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { readRatesFiles } from '../../input/rates-file.ts';
import { convertedAtOwn } from '../../rates/converted.ts';
import type { OwnRates } from '../../rates/own-rates.ts';
import { receipts } from '../../rates/receipt.ts';
import { nameOfBasis, type RateRule } from '../../rates/rules.ts';
import { warnOfListed } from '../../report/coverage.ts';
import type { Cli } from '../../run/host.ts';
import { type Known, readUnit, readUnits } from '../../run/known-codes.ts';
import { withOutput } from '../../run/output.ts';
import type { Typed } from './convert.ts';
import { print, tellCaveats, type WithFormat } from './print.ts';

/** At rates of one's own: without a key, and of any day and currency. */
export async function convertFromFiles(
  paths: readonly string[],
  typed: Typed,
  given: WithFormat,
  cli: Cli,
): Promise<ExitCode> {
  const { on, rate: rule = 'day', digits } = given;
  const { host, reporter } = cli;
  const named = on === undefined ? undefined : anyDay(on, host.now());
  const own = await readRatesFiles(paths, rule, cli);

  // what the file calls a currency need not be known
  const known: Known = { store: undefined, alternative: true, yes: true, own: own.codes };
  const from = await readUnit(typed.from, known, reporter);
  const to = await readUnits(typed.to, known, reporter);

  const day = named ?? (rule === 'day' ? undefined : own.newestDay);
  const converted = convertedAtOwn({ own, rule, on: day }, { amount: typed.amount, from, to, digits });
  warnOfListed(new Set(converted.conversions.flatMap((made) => made.listed ?? [])), own.name, reporter);
  const receiptOf = receipts({ rule, source: own.name, isOdd: () => false, isOwn: true });
  const files = new Set(converted.conversions.flatMap((made) => made.files ?? []));
  const whose = files.size > 0 ? [...files].join(', ') : own.name;
  await withOutput(given, cli, (output) => print({ converted, receiptOf, whose, given }, output, cli));

  const caveats = tellCaveats(converted, { from }, { asked: named, reporter });
  const refused = new Set(converted.refused.map((each) => each.to));
  const lacking = to.filter(
    (unit) => !refused.has(unit) && converted.conversions.every((made) => made.to !== unit),
  );
  for (const unit of lacking) reporter.problem(lacks(own, [from, unit], { rule, day }));
  return lacking.length > 0 ? exit.partial : caveats;
}

interface Wanted {
  readonly rule: RateRule;
  readonly day: Day | undefined;
}

/** `rates.csv has no rates of GBP`, or `rates.csv has no rate for EUR/USD on 2024-02-16; it has …` */
function lacks(own: OwnRates, pair: readonly [from: Unit, to: Unit], { rule, day }: Wanted): string {
  const lacking = pair.toReversed().find(({ code }) => !own.codes.has(code));
  if (lacking) return withEnd(`${own.nameAndVerb} no rates of ${lacking.name}`, lacking.code);

  const basis = day && own.basisOf(rule, day);
  const where = basis ? ` ${basis.of === 'mean' ? 'in' : 'on'} ${nameOfBasis(basis)}` : '';
  const extent = own.extent ? `, but rates of ${own.extent}` : '';
  return `${own.nameAndVerb} no rate for ${pair.map(({ name }) => name).join('/')}${where}${extent}`;
}
