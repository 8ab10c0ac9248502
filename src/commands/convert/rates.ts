import type { App } from '../../app.ts';
import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { writtenDay } from '../../calendar/parse.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { anyDay, cutLine, firstDayInWords, resolveDay } from '../../calendar/ranges.ts';
import { type Code, euro, type Unit } from '../../currencies/code.ts';
import { withEnd } from '../../currencies/ended.ts';
import { areFixed, publishedCode } from '../../currencies/replaced.ts';
import { also, type ExitCode, Failure } from '../../errors.ts';
import type { RunBudget } from '../../fetch/budget.ts';
import { consent } from '../../fetch/consent.ts';
import { findNewest } from '../../fetch/latest.ts';
import { OutlierWatch } from '../../fetch/outlier-watch.ts';
import { ratesBefore, reachingBack } from '../../fetch/reaching-back.ts';
import { readRatesFiles } from '../../input/rates-file.ts';

import { countPublishingDays } from '../../rates/aggregate.ts';
import {
  type ConversionQuestion,
  conversionWith,
  convertedAt,
  isConversion,
  type TargetResult,
} from '../../rates/conversion.ts';
import { type DayRates, pivotCode } from '../../rates/day-rates.ts';
import { basisInFiles, type FileRates, findFileRate } from '../../rates/file-rates.ts';
import { tablesOf } from '../../rates/found-rate.ts';
import { basisOf, isCut, nameOfBasis, neededDays, type RateBasis, type RateRule } from '../../rates/rules.ts';
import { Coverage, closedLine, warnOfListed } from '../../report/coverage.ts';
import type { Reporter } from '../../report/reporter.ts';
import { openDays, openFetcher, printPlan } from '../../run/days.ts';
import { type CodeLookup, codesOfWords, readUnit, readUnits, refuseNeverHad } from '../../run/known-codes.ts';
import { openOutput, withOutput } from '../../run/output.ts';
import { endRun, firstExitCode, type Run, resolveAuto, startRun } from '../../run/run.ts';
import { type DayOutcome, isUnavailable, neverHad } from '../../sources/source.ts';
import { print, reportResult, type WithFormat } from './print.ts';

/** A conversion whose currencies may be codes, signs or names. */
interface Typed extends Pick<ConversionQuestion, 'amount' | 'digits'> {
  readonly from: string;
  readonly to: readonly string[];
}

/** @throws a usage error for a currency that is not known */
function questionOf(typed: Typed, lookup: CodeLookup, reporter: Reporter): ConversionQuestion {
  const from = readUnit(typed.from, lookup, reporter);
  return { ...typed, from, to: readUnits(typed.to, lookup, reporter) };
}

/** At the rates of a source. */
export async function convertFromSource(typed: Typed, options: WithFormat, app: App): Promise<ExitCode> {
  const started = startRun(app, options);
  const now = app.host.now();
  const written = options.on === undefined ? dayAt(now) : writtenDay(options.on, now);
  const codes = codesOfWords([typed.from, ...typed.to]);
  // between a currency and itself, or the euro and what it has replaced: no source is asked, and no day read
  const isFixed = written !== undefined && codes.length > typed.to.length && areFixed(codes, written);
  let run = started;
  if (!isFixed)
    run = await resolveAuto(started, options, async (isHad) => {
      // a day before that of any source is refused below
      const on = written && written > firstDay ? written : firstDay;
      const [from = euro, ...to] = codes.map((code) => publishedCode(code, on));
      const had = to.filter(isHad);
      return [from, ...(had.length > 0 ? had : to)];
    });
  const work = await prepare(typed, options, run, isFixed);
  return options.dryRun ? printPlan(work.plan, options, run) : fetchAndPrint(work);
}

/** A question, and all that it takes to answer it. */
type Work = Awaited<ReturnType<typeof prepare>>;

async function prepare(typed: Typed, options: WithFormat, run: Run, isFixed: boolean) {
  const { reporter, source, alternative } = run;
  const { publishes } = source.calendar;
  const now = run.host.now();
  const today = dayAt(now);
  const day =
    options.on === undefined ? undefined : resolveDay(options.on, now, isFixed ? undefined : source);
  const { stored, lookup } = isFixed
    ? { stored: undefined, lookup: { alternative, yes: options.yes, source } }
    : await openDays(run, options);
  const question = questionOf(typed, lookup, reporter);
  const on = day ?? today;
  const typedCodes = new Set<Code>();
  const restsOn = new Set<Code>();
  for (const { code } of [question.from, ...question.to]) {
    typedCodes.add(code);
    restsOn.add(publishedCode(code, on));
  }
  // the source must have the currency that is converted, and one of the others
  const isHad =
    !source.currencies || question.to.some(({ code }) => !neverHad(source, publishedCode(code, on)));
  if (!isFixed) refuseNeverHad([...restsOn].slice(0, isHad ? 1 : undefined), lookup);

  const isMeanOfToday = () => !options.offline && basisOf(options.rate, today).of === 'mean';
  const newest = day || isFixed || isMeanOfToday() ? undefined : await findNewest(run, stored, options);
  const requested = day ?? newest?.day ?? today;
  // the newest rates are those of the day that has them, whatever the calendar says
  const rule = options.rate ?? (day && !isFixed ? undefined : 'day');
  const basis = basisOf(rule, requested, publishes);
  const isClosed = rule === undefined && nameOfBasis(basis) !== requested;
  if (isClosed) reporter.note(closedLine(new Map([[requested, nameOfBasis(basis) as Day]]), source.calendar));

  const all = openFetcher(run, stored);
  const reach = { codes: restsOn, reporter, withoutOdd: options.withoutOdd, stored };
  const fetcher = basis.of === 'last' ? reachingBack(all, { ...reach, back: basis.back }) : all;
  const needed = isFixed ? [] : daysFor(basis, run);
  // another day's rates are no answer to a rule that leads to a day of its own
  const latest = basis.of !== 'mean' && basis.day === today ? newest : undefined;
  const plan = fetcher.plan(needed, basis.of === 'mean' ? 'range' : latest ? 'newest' : 'days');
  const days = { day, on, needed, newest, latest, isClosed, isFixed };
  return { ...days, options, run, stored, question, typedCodes, restsOn, rule, basis, all, fetcher, plan };
}

async function fetchAndPrint(work: Work): Promise<ExitCode> {
  const { options, run, stored, question, basis, day, on, restsOn } = work;
  const { reporter, clock, source } = run;
  const output = await openOutput(options, run);
  const watch = new OutlierWatch(stored, restsOn, options.withoutOdd);
  const outcomes: DayOutcome[] = [];
  const days: DayRates[] = [];
  let results: readonly TargetResult[];
  let budget: RunBudget | undefined;
  try {
    budget = await consent(work);
    const fetched = work.fetcher.fetch(work.plan, budget);
    for await (const each of watch.over(work.latest?.orStored(fetched) ?? fetched))
      for (const outcome of each.days) {
        outcomes.push(outcome);
        if (!isUnavailable(outcome)) days.push(outcome);
      }

    const rated = basis.of === 'mean' && new Set(days.map((each) => each.day));
    const of = rated ? countPublishingDays(work.needed, source.calendar, rated) : undefined;
    const { oddRates } = watch;
    const hasLeftOut = options.withoutOdd === true && oddRates.size > 0;
    const rule = work.isClosed ? ('last-published' as const) : undefined;
    results = convertedAt({ on, basis, days, now: clock.now(), of, rule, hasLeftOut }, question);
    const tables = source.hasTables ? tablesOf(days) : undefined;
    const receipts = { rule: work.rule ?? 'day', source: source.folder, oddRates, tables };
    const isMadeUp = !work.isFixed && source.isMadeUp;
    await print({ results, receipts, sourceName: source.name, isMadeUp }, options, output, run);
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    watch.report(reporter);
    await endRun(run, budget);
  }

  watch.reportReplaced(work.typedCodes, reporter);
  const code = reportCoverage(work, outcomes);
  const missing = reportResult(results, question.from, day, reporter);
  return firstExitCode([code, missing, work.newest?.report()], stored);
}

/** Reports days without rates, with the option that takes the day before. */
function reportCoverage({ options, run, basis, day, restsOn, isClosed, all }: Work, outcomes: DayOutcome[]) {
  const { clock, reporter, source } = run;
  const pivot = pivotCode(source.pivot);
  // a currency that the nearest day lacks may have a rate on one before it
  const listed = new Set(basis.of === 'last' ? [] : restsOn);
  listed.delete(pivot);
  const coverage = new Coverage({
    source,
    base: pivot,
    symbols: [...listed],
    // a sentence says itself whether the day is over
    clock: options.format === 'sentence' ? undefined : clock,
    isRange: basis.of === 'mean',
    restsOn,
  });
  for (const outcome of outcomes) coverage.add(outcome);
  const [closed] = coverage.closed;
  // of a day that a rule leads to, the option would lead elsewhere
  const before = (closed === day || isClosed) && closed && ratesBefore(closed, all);
  if (!before) return coverage.report(reporter);
  return coverage.report(reporter, [also('--rate', 'last-published').in((it) => `${it} takes ${before}`)]);
}

/** @throws a usage error if there can be no rates, or none yet */
function daysFor(basis: RateBasis, { host, reporter, source }: Run): readonly Day[] {
  const today = dayAt(host.now());
  const finished = basis.of === 'mean' ? lastFinal(source.calendar, host.now()) : today;
  const days = neededDays(basis, today, finished);
  const name = nameOfBasis(basis);
  const fail = (message: string) => new Failure('day_out_of_range', message);
  if (days === 'early') throw fail(`${name} is before ${firstDayInWords(source)}`);
  if (days === 'future' && basis.of === 'mean') throw fail(`no day of ${name} is finished yet`);
  if (days === 'future') throw fail(`${name} is still to come: it is ${today} in UTC`);
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
  const { rate: rule = 'day' } = options;
  const { reporter } = app;
  const named = options.on === undefined ? undefined : anyDay(options.on, app.host.now());
  const fileRates = await readRatesFiles(paths, rule, app);

  // what the file calls a currency need not be known
  const lookup = { alternative: true, yes: true, codes: fileRates.codes };
  const question = questionOf(typed, lookup, reporter);
  const day = named ?? (rule === 'day' ? undefined : fileRates.newestDay);
  const { from } = question;
  const results = question.to.map((to): TargetResult => {
    const found = findFileRate(fileRates, rule, day, from.code, to.code);
    const inverse = findFileRate(fileRates, rule, day, to.code, from.code);
    const result = conversionWith(found, inverse, question, to);
    return isConversion(result) || result.why
      ? result
      : { to, why: whyNone(fileRates, [from, to], rule, day) };
  });
  const found = results.filter(isConversion).map((conversion) => conversion.found);
  warnOfListed(new Set(found.flatMap(({ listed }) => listed)), fileRates.name, reporter);
  const files = new Set(found.flatMap(({ files }) => files));
  const sourceName = files.size > 0 ? [...files].join(', ') : fileRates.name;
  const receipts = { rule, source: fileRates.name, isOfFile: true };
  await withOutput(options, app, (output) => print({ results, receipts, sourceName }, options, output, app));

  return reportResult(results, from, named, reporter);
}

/** `rates.csv has no rates of GBP`, or `rates.csv has no rate for EUR/USD on 2024-02-16; it has …` */
function whyNone(fileRates: FileRates, pair: readonly Unit[], rule: RateRule, day: Day | undefined) {
  const missing = pair.toReversed().find(({ code }) => !fileRates.codes.has(code));
  if (missing) return withEnd(`${fileRates.nameAndVerb} no rates of ${missing.name}`, missing.code);

  const basis = day && basisInFiles(fileRates, rule, day);
  const where = basis ? ` ${basis.of === 'mean' ? 'in' : 'on'} ${nameOfBasis(basis)}` : '';
  const extent = fileRates.extent ? `, but rates of ${fileRates.extent}` : '';
  return `${fileRates.nameAndVerb} no rate for ${pair.map(({ name }) => name).join('/')}${where}${extent}`;
}
