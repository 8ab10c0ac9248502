import type { App } from '../../app.ts';
import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { writtenDay } from '../../calendar/parse.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { anyDay, beginningOf, cutLine, resolveDay } from '../../calendar/ranges.ts';
import type { Code } from '../../currencies/code.ts';
import { withEnd } from '../../currencies/ended.ts';
import { areFixed, publishedCode } from '../../currencies/replaced.ts';
import type { Unit } from '../../currencies/units.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import type { RunBudget } from '../../fetch/budget.ts';
import { consent } from '../../fetch/consent.ts';
import { findNewest } from '../../fetch/latest.ts';
import { OutlierWatch } from '../../fetch/outlier-watch.ts';
import { planByState } from '../../fetch/plan.ts';
import { ratesBefore, reachingBack } from '../../fetch/reaching-back.ts';
import { also } from '../../hint.ts';
import type { Output } from '../../output/output.ts';
import { countPublishingDays } from '../../rates/aggregate.ts';
import type { Amount } from '../../rates/amount.ts';
import {
  type ConversionQuestion,
  type Converted,
  convertedAt,
  convertedAtOwn,
} from '../../rates/conversion.ts';
import { type DayRates, pivotOf, rateIn } from '../../rates/day-rates.ts';
import { isCut } from '../../rates/found-rate.ts';
import type { OwnRates } from '../../rates/own-rates.ts';
import { receipts, tablesOf } from '../../rates/receipt.ts';
import {
  basisOf,
  nameOfBasis,
  neededDays,
  publishingDay,
  type RateBasis,
  type RateRule,
} from '../../rates/rules.ts';
import { Coverage, closedLine, warnOfListed } from '../../report/coverage.ts';
import type { Reporter } from '../../report/reporter.ts';
import { openDays, openFetcher } from '../../run/days.ts';
import { type Known, readUnit, readUnits, refuseNeverHad } from '../../run/known-codes.ts';
import { withOutput } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { codesOfWords, endRun, firstOf, neverHad, type Run, resolveAuto, startRun } from '../../run/run.ts';
import { isUnavailable, type Source } from '../../sources/source.ts';
import { type ConversionResult, print, reportResult, type WithFormat } from './print.ts';

/** The words of a conversion, whose currencies may be codes, signs or names. */
interface Typed {
  /** Undefined: the rate is asked for. */
  readonly amount: Amount | undefined;
  readonly from: string;
  readonly to: readonly string[];
}

/** @throws a usage error for a currency that is not known */
function questionOf(
  { amount, from, to }: Typed,
  digits: number | undefined,
  known: Known,
  reporter: Reporter,
): ConversionQuestion {
  const unit = readUnit(from, known, reporter);
  return { amount, from: unit, to: readUnits(to, known, reporter), digits };
}

/** At the rates of a source. */
export async function convertFromSource(typed: Typed, options: WithFormat, app: App): Promise<ExitCode> {
  const { now } = app.host;
  const today = dayAt(now());
  const { on, rate, offline, withoutOdd } = options;
  const started = startRun(app, options);
  const written = on === undefined ? today : writtenDay(on, now());
  const meant = await codesOfWords([typed.from, ...typed.to]);
  const isWhole = meant.length > typed.to.length;
  if (written && isWhole && areFixed(meant, written)) return convertAtFixedRates(typed, options, started);

  const run = await resolveAuto(started, options, async (isHad) => {
    // a day before that of any source is refused below
    const at = written && written > firstDay ? written : firstDay;
    const [from, ...to] = meant.map((code) => publishedCode(code, at));
    const had = to.filter(isHad);
    return [...(from ? [from] : []), ...(had.length > 0 ? had : to)];
  });
  const { reporter, source } = run;
  const { publishes } = source.calendar;
  const named = on === undefined ? undefined : resolveDay(on, now(), () => source);
  const { stored, known } = await openDays(run, options);
  const question = questionOf(typed, options.digits, known, reporter);
  const onDay = named ?? today;
  const typedCodes = new Set([question.from, ...question.to].map(({ code }) => code));
  const codes = new Set(Array.from(typedCodes, (code) => publishedCode(code, onDay)));
  refuseIfNone(question, onDay, known, source);

  const isOfToday = !offline && basisOf(rate, today).of === 'mean';
  const newest = named || isOfToday ? undefined : await findNewest(run, stored, options);
  const asked = named ?? newest?.day ?? today;
  // the newest rates are those of the day that has them, whatever the calendar says
  const counting = rate ?? (named ? undefined : 'day');
  const basis = basisOf(counting, asked, publishes);
  const open = counting === undefined ? publishingDay(asked, publishes) : asked;
  const isClosed = open !== asked;
  if (isClosed) reporter.note(closedLine(new Map([[asked, open]]), publishes));

  const all = openFetcher(run, { ...options, stored });
  const reach = { codes: new Set([...codes, ...typedCodes]), reporter, withoutOdd, stored };
  const fetcher = basis.of === 'last' ? reachingBack(all, { ...reach, back: basis.back }) : all;
  const isLatest = !named && basis.of !== 'mean' && basis.day === today;
  const needed = daysFor(basis, run);
  const plan = fetcher.plan(needed, basis.of === 'mean' ? 'range' : isLatest ? 'newest' : 'days');
  if (options.dryRun) return printPlan(plan, options, run);

  const coverage = coverageOf(codes, basis, options, run);
  const watch = new OutlierWatch(stored, codes, withoutOdd);
  const days: DayRates[] = [];

  async function fetchAndPrint(output: Output): Promise<ConversionResult> {
    let budget: RunBudget | undefined;
    try {
      budget = await consent({ run, stored, plan, options: options });
      const fetched = fetcher.fetch(plan, budget);
      // another day's rates are no answer to a rule that leads to a day of its own
      const orStored = isLatest && newest ? newest.orStored(fetched) : fetched;
      for await (const { days: outcomes } of watch.over(orStored))
        for (const outcome of outcomes) {
          if (isUnavailable(outcome)) coverage.addUnavailable(outcome);
          else {
            coverage.shown(outcome);
            days.push(outcome);
          }
        }

      const rated = new Set(days.map(({ day }) => day));
      const of = countPublishingDays(needed, source.calendar, (day) => rated.has(day));
      const rule = isClosed ? 'last-published' : undefined;
      const published = { on: onDay, basis, days, now: run.clock.now(), of, rule } as const;
      const converted = convertedOr(watch.hasLeftOut, published, question);
      const isOdd = watch.isOdd.bind(watch);
      const tables = source.has.table && tablesOf(days);
      const receiptOf = receipts({ rule: counting ?? 'day', source: source.folder, isOdd, tables });
      const { isMadeUp, name: whose } = source;
      const result = { question, converted: { ...converted, isMadeUp }, receiptOf, whose };
      await print(result, options, output, run);
      return result;
    } finally {
      watch.report(reporter);
      await endRun(run, budget);
    }
  }
  const result = await withOutput(options, run, fetchAndPrint);

  watch.reportReplaced(typedCodes, reporter);
  const [closed] = coverage.closed;
  const before = closed && ratesBefore(closed, all);
  const onOff = closed === named || isClosed || !closed ? [] : ['--on', closed];
  const reaching = also(...onOff, '--rate', 'last-published');
  const code = coverage.report(reporter, ...(before ? [reaching.in((it) => `${it} takes ${before}`)] : []));

  const { from } = question;
  const isOnNone = (unit: Unit) =>
    days.every((day) => rateIn(day, publishedCode(unit.code, onDay)) === undefined);
  // a code that no day has is reported with the days
  const whyMissing = (to: Unit) =>
    basis.of !== 'last' && [from, to].some(isOnNone)
      ? undefined
      : `no rate for ${from.name}/${to.name} that counts for ${nameOfBasis(basis)}`;
  const reported = { ...result, question: days.length > 0 ? question : { from, to: [] } };
  const caveats = reportResult(reported, { asked: named, whyMissing, reporter });
  return firstOf([code, caveats, newest?.report()], stored);
}

/** @throws a usage error if the source has never had what is converted, or any of the targets */
function refuseIfNone({ from, to }: ConversionQuestion, on: Day, known: Known, source: Source): void {
  const targets = to.map(({ code }) => publishedCode(code, on));
  const isHad = targets.some((code) => !neverHad(source, code));
  refuseNeverHad([publishedCode(from.code, on), ...(isHad ? [] : targets)], known, source);
}

/** Between a currency and itself, or the euro and what it has replaced: nothing is asked, or read. */
async function convertAtFixedRates(typed: Typed, options: WithFormat, run: Run): Promise<ExitCode> {
  const { on: text, rate: rule = 'day', digits, yes } = options;
  const { source, alternative, host, reporter } = run;
  const now = host.now();
  const on = text === undefined ? dayAt(now) : resolveDay(text, now);
  const question = questionOf(typed, digits, { store: undefined, alternative, yes, source }, reporter);
  if (options.dryRun)
    return printPlan(
      planByState([], 'days', source, () => 'missing'),
      options,
      run,
    );

  const basis = basisOf(rule, on, source.calendar.publishes);
  const converted = convertedAt({ on, basis, days: [], now }, question);
  const receiptOf = receipts({ rule, source: source.folder, isOdd: () => false });
  const result = { question, converted, receiptOf, whose: '' };
  await withOutput(options, run, (output) => print(result, options, output, run));
  return exit.ok;
}

/** Where the rate of its day was left out, another day's may be meant. @throws Failure */
function convertedOr(hasLeftOut: boolean, ...conversion: Parameters<typeof convertedAt>): Converted {
  try {
    return convertedAt(...conversion);
  } catch (error) {
    const { code, message } = failureIn(error);
    if (code !== 'no_rate' || !hasLeftOut) throw error;
    const before = also('--rate', 'last-published').in((it) => `${it} takes the day before`);
    throw new Failure(code, message, before);
  }
}

function coverageOf(codes: ReadonlySet<Code>, basis: RateBasis, options: WithFormat, run: Run): Coverage {
  const { pivot, calendar } = run.source;
  const [from = pivotOf(pivot)] = codes;
  // a currency that the nearest day lacks may have a rate on one before it
  const listed = basis.of === 'last' ? [] : [...codes].filter((code) => code !== pivotOf(pivot));
  return new Coverage(from, listed, {
    // a sentence says itself whether the day is over
    get now() {
      return options.format === 'sentence' ? undefined : run.clock.now();
    },
    publishes: calendar.publishes,
    isRange: basis.of === 'mean',
    restsOn: codes,
    neverHad: (code) => neverHad(run.source, code),
  });
}

/** @throws a usage error if there can be no rates, or none yet */
function daysFor(basis: RateBasis, { host, reporter, source }: Run): readonly Day[] {
  const today = dayAt(host.now());
  const finished = lastFinal(source.calendar, host.now());
  const { days, lacks } = neededDays(basis, today, finished);
  const name = nameOfBasis(basis);
  if (lacks === 'before the first day')
    throw new Failure('day_out_of_range', `${name} is before ${beginningOf(source)}`);
  if (lacks && basis.of === 'mean')
    throw new Failure('day_out_of_range', `no day of ${name} is finished yet`);
  if (lacks) throw new Failure('day_out_of_range', `${name} is still to come: it is ${today} in UTC`);

  if (isCut(basis, finished)) reporter.note(cutLine(name, finished));
  return days;
}

/** At rates of one's own: without a key, and of any day and currency. */
export async function convertFromFiles(
  paths: readonly string[],
  typed: Typed,
  options: WithFormat,
  app: App,
): Promise<ExitCode> {
  const { on, rate: rule = 'day', digits } = options;
  const { host, reporter } = app;
  const named = on === undefined ? undefined : anyDay(on, host.now());
  const { readRatesFiles } = await import('../../input/rates-file.ts');
  const own = await readRatesFiles(paths, rule, app);

  // what the file calls a currency need not be known
  const known: Known = { store: undefined, alternative: true, yes: true, own: own.codes };
  const question = questionOf(typed, digits, known, reporter);
  const day = named ?? (rule === 'day' ? undefined : own.newestDay);
  const converted = convertedAtOwn({ own, rule, on: day }, question);
  const { conversions } = converted;
  warnOfListed(new Set(conversions.flatMap((made) => made.listed ?? [])), own.name, reporter);
  const receiptOf = receipts({ rule, source: own.name, isOdd: () => false, isOwn: true });
  const files = new Set(conversions.flatMap((made) => made.files ?? []));
  const whose = files.size > 0 ? [...files].join(', ') : own.name;
  const result = { question, converted, receiptOf, whose };
  await withOutput(options, app, (output) => print(result, options, output, app));

  const whyMissing = (to: Unit) => whyNone(own, [question.from, to], rule, day);
  return reportResult(result, { asked: named, whyMissing, reporter });
}

/** `rates.csv has no rates of GBP`, or `rates.csv has no rate for EUR/USD on 2024-02-16; it has …` */
function whyNone(own: OwnRates, pair: readonly Unit[], rule: RateRule, day: Day | undefined): string {
  const lacking = pair.toReversed().find(({ code }) => !own.codes.has(code));
  if (lacking) return withEnd(`${own.nameAndVerb} no rates of ${lacking.name}`, lacking.code);

  const basis = day && own.basisOf(rule, day);
  const where = basis ? ` ${basis.of === 'mean' ? 'in' : 'on'} ${nameOfBasis(basis)}` : '';
  const extent = own.extent ? `, but rates of ${own.extent}` : '';
  return `${own.nameAndVerb} no rate for ${pair.map(({ name }) => name).join('/')}${where}${extent}`;
}
