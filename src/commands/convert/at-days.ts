import { type Day, dayAt } from '../../calendar/day.ts';
import { beginningOf, cutLine, resolveDay } from '../../calendar/named.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { type Converted, convertedAt, isInItself, type Question } from '../../convert/converted.ts';
import { isCut } from '../../convert/which-rate.ts';
import { type ExitCode, Failure, failureIn } from '../../errors.ts';
import { also } from '../../hint.ts';
import { countPublishingDays } from '../../periods/publishing-days.ts';
import { basisOf, nameOfBasis, neededDays, publishingDay, type RateBasis } from '../../periods/rate-rules.ts';
import { receipts, tablesOf } from '../../periods/receipt.ts';
import { type DayRates, pivotOf } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { closedLine } from '../../report/why-off.ts';
import { codesMeant, resolveAuto } from '../../run/auto.ts';
import { asPublished, showDays, withFigures } from '../../run/figures.ts';
import type { Cli } from '../../run/host.ts';
import { type Known, readUnit, readUnits, refuseNeverHad } from '../../run/known-codes.ts';
import { openDays } from '../../run/library.ts';
import { findNewest } from '../../run/newest.ts';
import { countingOnly } from '../../run/odd-watch.ts';
import { printPlan } from '../../run/print-plan.ts';
import { withPlace } from '../../run/printing.ts';
import { ratesBefore, reachingBack } from '../../run/reaching-back.ts';
import { type Run, startRun } from '../../run/run.ts';
import type { Ledger } from '../../sources/ledger.ts';
import { print, type WithFormat } from './print.ts';
import { tellCaveats } from './tell-caveats.ts';
import type { Typed } from './typed.ts';

/** At the rates of a source. */
export async function convertAtDays(typed: Typed, given: WithFormat, cli: Cli): Promise<ExitCode> {
  const { now } = cli.host;
  const today = dayAt(now());
  const { on, rate, offline } = given;
  const run = await resolveAuto(startRun(cli, given), given, () => codesMeant([typed.from, ...typed.to]));
  const named = on === undefined ? undefined : resolveDay(on, now(), () => run.source);
  const { holdings, library: all, known } = await openDays(run, given);
  const question = await questionOf(typed, given.digits, known, run);
  const codes = new Set([question.from, ...question.to].map(({ code }) => code));
  await refuseNeverHad([...codes], known, run.source);

  const needsNone = isInItself(question);
  const isOfToday = needsNone || (!offline && basisOf(rate, today).of === 'mean');
  const newest = named || isOfToday ? undefined : await findNewest(run, holdings, given);
  const { publishes } = run.source.calendar;
  const asked = named ?? newest?.day ?? today;
  // the newest rates are those of the day that has them, whatever the calendar says
  const counting = rate ?? (named && !needsNone ? undefined : 'day');
  const basis = basisOf(counting, asked, publishes);
  const open = counting === undefined ? publishingDay(asked, publishes) : asked;
  const isClosed = open !== asked;
  const rule = counting ?? (isClosed ? 'last-published' : 'day');
  if (isClosed) run.reporter.note(closedLine(new Map([[asked, open]]), publishes));

  const reach = { reporter: run.reporter, counting: countingOnly(given, holdings) };
  const library = basis.of === 'last' ? reachingBack(all, { ...reach, back: basis.back }) : all;
  const isLatest = !named && basis.of !== 'mean' && basis.day === today;
  const wanted = basis.of === 'mean' ? 'range' : isLatest ? 'newest' : 'days';
  const needed = daysFor(basis, run);
  const plan = library.plan(needsNone ? [] : needed, wanted, codes);
  if (given.dryRun) return printPlan(plan, given, run);

  const coverage = coverageOf(question, basis, { given, run });
  const take = (ledger: Ledger) => {
    const came = library.batches(plan, ledger, codes);
    // another day's rates are no answer to a rule that leads to a day of its own
    return isLatest && newest ? newest.orStored(came) : came;
  };
  const figures = { run, holdings, plan, terms: given, codes, coverage, newest, take };
  return withPlace(given, cli, (sink) =>
    withFigures(figures, async ({ days: came, isOdd, hasLeftOut }) => {
      const days: DayRates[] = [];
      if (!needsNone) await showDays(came, { view: asPublished, coverage, day: (day) => days.push(day) });

      const { isMadeUp, folder, name: whose, has, calendar } = run.source;
      const rated = new Set(days.map(({ day }) => day));
      const of = countPublishingDays(needed, calendar, (day) => rated.has(day));
      const converted = {
        ...convertedOr(hasLeftOut, () => convertedAt({ basis, days, now: run.clock.now(), of }, question)),
        isMadeUp,
      };
      const receiptOf = receipts({ rule, source: folder, isOdd, tables: has.table && tablesOf(days) });
      await print({ converted, receiptOf, whose, given }, sink, run);

      const [off] = coverage.off;
      const before = off && ratesBefore(off, all);
      const onDay = off === named || isClosed || !off ? [] : ['--on', off];
      const reaching = also(...onDay, '--rate', 'last-published');
      const hints = before ? [reaching.in((it) => `${it} takes ${before}`)] : [];
      return {
        hints,
        tell: () => tellCaveats(converted, question, { asked: named, reporter: run.reporter }),
      };
    }),
  );
}

/** Where the rate of its day was left out, another day's may be meant. @throws Failure */
function convertedOr(hasLeftOut: () => boolean, convert: () => Converted): Converted {
  try {
    return convert();
  } catch (error) {
    const { code, message } = failureIn(error);
    if (code !== 'no_rate' || !hasLeftOut()) throw error;
    const before = also('--rate', 'last-published').in((it) => `${it} takes the day before`);
    throw new Failure(code, message, before);
  }
}

async function questionOf(
  { amount, from, to }: Typed,
  digits: number | undefined,
  known: Known,
  { reporter }: Run,
): Promise<Question> {
  const unit = await readUnit(from, known, reporter);
  return { amount, from: unit, to: await readUnits(to, known, reporter), digits };
}

function coverageOf(
  { from, to }: Question,
  basis: RateBasis,
  { given, run }: { readonly given: WithFormat; readonly run: Run },
): Coverage {
  // a currency that the nearest day lacks may have a rate on one before it
  const listed = basis.of === 'last' ? [] : [from, ...to];
  const published = new Set(
    listed.map(({ code }) => code).filter((code) => code !== pivotOf(run.source.pivot)),
  );
  const { publishes } = run.source.calendar;
  return new Coverage(from.code, [...published], {
    // a sentence says itself whether the day is over
    get now() {
      return given.format === 'sentence' ? undefined : run.clock.now();
    },
    publishes,
    isRange: basis.of === 'mean',
    restsOn: new Set([from, ...to].map(({ code }) => code)),
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
