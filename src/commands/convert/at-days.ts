import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { writtenDay } from '../../calendar/parse.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { beginningOf, cutLine, resolveDay } from '../../calendar/ranges.ts';
import type { Code } from '../../currencies/code.ts';
import { areFixed, publishedCode } from '../../currencies/replaced.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import type { RunBudget } from '../../fetch/budget.ts';
import { consent } from '../../fetch/consent.ts';
import { findNewest } from '../../fetch/latest.ts';
import { OutlierWatch } from '../../fetch/outlier-watch.ts';
import { planOffline } from '../../fetch/plan.ts';
import { ratesBefore, reachingBack } from '../../fetch/reaching-back.ts';
import { also } from '../../hint.ts';
import { countPublishingDays } from '../../rates/aggregate.ts';
import { type ConversionQuestion, type Converted, convertedAt } from '../../rates/converted.ts';
import { type DayRates, pivotOf } from '../../rates/day-rates.ts';
import { isCut } from '../../rates/found-rate.ts';
import { receipts, tablesOf } from '../../rates/receipt.ts';
import { basisOf, nameOfBasis, neededDays, publishingDay, type RateBasis } from '../../rates/rules.ts';
import { Coverage, closedLine } from '../../report/coverage.ts';
import { openDays, openFetcher } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import { type Known, readUnit, readUnits, refuseNeverHad } from '../../run/known-codes.ts';
import { openOutput, withOutput } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { codesMeant, endRun, firstOf, neverHad, type Run, resolveAuto, startRun } from '../../run/run.ts';
import { isGap, type Source } from '../../sources/source.ts';
import type { Typed } from './convert.ts';
import { print, tellCaveats, tellMissing, type WithFormat } from './print.ts';

/** At the rates of a source. */
export async function convertAtDays(typed: Typed, given: WithFormat, cli: Cli): Promise<ExitCode> {
  const { now } = cli.host;
  const today = dayAt(now());
  const { on, rate, offline } = given;
  const started = startRun(cli, given);
  const written = on === undefined ? today : writtenDay(on, now());
  const meant = await codesMeant([typed.from, ...typed.to]);
  const isWhole = meant.length > typed.to.length;
  if (written && isWhole && areFixed(meant, written)) return convertAtFixedRates(typed, given, started);

  const run = await resolveAuto(started, given, async (isHad) => {
    // a day before that of any source is refused below
    const at = written && written > firstDay ? written : firstDay;
    const all = meant.map((code) => publishedCode(code, at));
    const targets = all.slice(1);
    return targets.some(isHad) ? [...all.slice(0, 1), ...targets.filter(isHad)] : all;
  });
  const named = on === undefined ? undefined : resolveDay(on, now(), () => run.source);
  const { stored, known } = await openDays(run, given);
  const all = openFetcher(run, { ...given, stored });
  const question = await questionOf(typed, given.digits, known, run);
  const onDay = named ?? today;
  const typedCodes = new Set([question.from, ...question.to].map(({ code }) => code));
  const codes = new Set([...typedCodes].map((code) => publishedCode(code, onDay)));
  await refuseIfNone(question, onDay, { known, source: run.source });

  const isOfToday = !offline && basisOf(rate, today).of === 'mean';
  const newest = named || isOfToday ? undefined : await findNewest(run, stored, given);
  const { publishes } = run.source.calendar;
  const asked = named ?? newest?.day ?? today;
  // the newest rates are those of the day that has them, whatever the calendar says
  const counting = rate ?? (named ? undefined : 'day');
  const basis = basisOf(counting, asked, publishes);
  const open = counting === undefined ? publishingDay(asked, publishes) : asked;
  const isClosed = open !== asked;
  const rule = isClosed ? ('last-published' as const) : undefined;
  if (isClosed) run.reporter.note(closedLine(new Map([[asked, open]]), publishes));

  const { reporter } = run;
  const reach = { codes: new Set([...codes, ...typedCodes]), reporter, withoutOdd: given.withoutOdd, stored };
  const fetcher = basis.of === 'last' ? reachingBack(all, { ...reach, back: basis.back }) : all;
  const isLatest = !named && basis.of !== 'mean' && basis.day === today;
  const wanted = basis.of === 'mean' ? 'range' : isLatest ? 'newest' : 'days';
  const needed = daysFor(basis, run);
  const plan = fetcher.plan(needed, wanted);
  if (given.dryRun) return printPlan(plan, given, run);

  const coverage = coverageOf(codes, basis, { given, run });
  const watch = new OutlierWatch(stored, codes, given.withoutOdd);
  const output = await openOutput(given, run);
  let budget: RunBudget | undefined;
  let converted: Converted;
  const days: DayRates[] = [];
  try {
    budget = await consent({ run, stored, plan, terms: given });
    const fetched = fetcher.fetch(plan, budget);
    // another day's rates are no answer to a rule that leads to a day of its own
    const orStored = isLatest && newest ? newest.orStored(fetched) : fetched;
    for await (const { days: outcomes } of watch.over(orStored))
      for (const outcome of outcomes) {
        if (isGap(outcome)) coverage.gap(outcome);
        else coverage.shown(outcome);
        if (!isGap(outcome)) days.push(outcome);
      }

    const { isMadeUp, folder, name: whose, has, calendar } = run.source;
    const rated = new Set(days.map(({ day }) => day));
    const of = countPublishingDays(needed, calendar, (day) => rated.has(day));
    const published = { on: onDay, basis, days, now: run.clock.now(), of, rule } as const;
    converted = { ...convertedOr(watch.hasLeftOut, published, question), isMadeUp };
    const isOdd = watch.isOdd.bind(watch);
    const tables = has.table && tablesOf(days);
    const receiptOf = receipts({ rule: counting ?? 'day', source: folder, isOdd, tables });
    await print({ converted, receiptOf, whose, given }, output, run);
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    watch.report(reporter);
    await endRun(run, budget);
  }

  watch.reportReplaced(typedCodes, reporter);
  const [off] = coverage.off;
  const before = off && ratesBefore(off, all);
  const onOff = off === named || isClosed || !off ? [] : ['--on', off];
  const reaching = also(...onOff, '--rate', 'last-published');
  const code = coverage.report(reporter, ...(before ? [reaching.in((it) => `${it} takes ${before}`)] : []));
  const caveats = tellCaveats(converted, question, { asked: named, reporter });
  const missing = tellMissing({ question, converted, days, basis, on: onDay }, run) || caveats;
  return firstOf([code, missing, newest?.report()], stored);
}

interface From {
  readonly known: Known;
  readonly source: Source;
}

/** @throws a usage error if the source has never had what is converted, or any of the targets */
function refuseIfNone({ from, to }: ConversionQuestion, on: Day, { known, source }: From): Promise<void> {
  const [one, ...others] = [from, ...to].map(({ code }) => publishedCode(code, on));
  const isHad = others.some((code) => !neverHad(source, code));
  return refuseNeverHad([...(one ? [one] : []), ...(isHad ? [] : others)], known, source);
}

/** Between a currency and itself, or the euro and what it has replaced: nothing is asked, or read. */
async function convertAtFixedRates(typed: Typed, given: WithFormat, run: Run): Promise<ExitCode> {
  const { on: text, rate: rule = 'day', digits, yes } = given;
  const { source, alternative, host } = run;
  const now = host.now();
  const on = text === undefined ? dayAt(now) : resolveDay(text, now);
  const question = await questionOf(typed, digits, { store: undefined, alternative, yes, source }, run);
  if (given.dryRun)
    return printPlan(
      planOffline([], () => false),
      given,
      run,
    );

  const basis = basisOf(rule, on, source.calendar.publishes);
  const converted = convertedAt({ on, basis, days: [], now }, question);
  const receiptOf = receipts({ rule, source: source.folder, isOdd: () => false });
  await withOutput(given, run, (output) => print({ converted, receiptOf, whose: '', given }, output, run));
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

async function questionOf(
  { amount, from, to }: Typed,
  digits: number | undefined,
  known: Known,
  { reporter }: Run,
): Promise<ConversionQuestion> {
  const unit = await readUnit(from, known, reporter);
  return { amount, from: unit, to: await readUnits(to, known, reporter), digits };
}

function coverageOf(
  codes: ReadonlySet<Code>,
  basis: RateBasis,
  { given, run }: { readonly given: WithFormat; readonly run: Run },
): Coverage {
  // a currency that the nearest day lacks may have a rate on one before it
  const listed = basis.of === 'last' ? [] : [...codes];
  const published = listed.filter((code) => code !== pivotOf(run.source.pivot));
  const [from = pivotOf(run.source.pivot)] = codes;
  const { publishes } = run.source.calendar;
  return new Coverage(from, published, {
    // a sentence says itself whether the day is over
    get now() {
      return given.format === 'sentence' ? undefined : run.clock.now();
    },
    publishes,
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
