import { isTerminal, wantsAscii } from '../../app.ts';
import { addDays, type Day, eachDay } from '../../calendar/day.ts';
import { type Code, euro } from '../../currencies/code.ts';
import { fixedRateOf } from '../../currencies/replaced.ts';
import type { ExitCode } from '../../errors.ts';
import type { RunBudget } from '../../fetch/budget.ts';
import { consent, type Spending } from '../../fetch/consent.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import type { Newest } from '../../fetch/latest.ts';
import { OutlierWatch } from '../../fetch/outlier-watch.ts';
import { type Hint, ratebook } from '../../hint.ts';
import type { Document, Formatter } from '../../output/format.ts';
import { type FormatName, openFormat } from '../../output/formats.ts';
import { buffered, type Output } from '../../output/output.ts';
import { type DayRates, pivotOf } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { wantsColor } from '../../report/reporter.ts';
import type { Known } from '../../run/known-codes.ts';
import { noteWritten, openOutput, provenanceOf } from '../../run/output.ts';
import { endRun, firstOf, neverHad } from '../../run/run.ts';
import { type DayOutcome, isGap, isOff, type Source } from '../../sources/source.ts';
import { argumentPlaces, ofSeries, type Showing } from './options.ts';
import { codesOf, isDerived, show, type View } from './view.ts';

export async function writeRates(job: Job): Promise<ExitCode> {
  const { fetcher, stored, plan, newest, view, format, run, terms } = job;
  const named = codesOf(view);
  const isFixed = [...(named ?? [])].some(fixedRateOf);
  const codes = isFixed && named ? new Set([...named, euro]) : named;
  const coverage = await coverageOf(job);
  const watch = new OutlierWatch(stored, codes, terms.withoutOdd);
  const document = documentOf(job);
  // only a table of one day compares it
  const isOnly = format === 'table' && plan.days === 1;
  const before = (day: Day) => (isOnly ? dayBefore(day, job) : undefined);
  const { output, pager } = terms;
  const out = buffered(await openOutput({ format, output, pager, isColored: document.color }, run));
  let budget: RunBudget | undefined;

  try {
    const formatter = await openFormat(format, document);
    budget = await consent(job);
    const fetched = fetcher.fetch(plan, budget);
    for await (const { days } of watch.over(newest?.orStored(fetched) ?? fetched))
      for (const outcome of days) await writeDay(outcome, { view, coverage, formatter, out, before });

    coverage.checkBase();
    for (const piece of formatter.end()) await out.write(piece);
    coverage.leftOut = formatter.leftOut?.() ?? [];
    coverage.figureProblems = formatter.problems?.() ?? [];
    await out.close();
    noteWritten(output, coverage.extent, run);
  } catch (error) {
    await out.abandon();
    throw error;
  } finally {
    watch.report(run.reporter);
    await endRun(run, budget);
  }

  watch.reportReplaced(named, run.reporter);
  const code = coverage.report(run.reporter, ...(await insteadOf(coverage.off, job)));
  return firstOf([code, newest?.report()], stored);
}

interface Writing extends Pick<Job, 'view'> {
  readonly coverage: Coverage;
  readonly formatter: Formatter;
  readonly out: Output;
  /** The day that this one is compared with. */
  readonly before: (day: Day) => DayRates | undefined;
}

function writeDay(
  outcome: DayOutcome,
  { view, coverage, formatter, out, before }: Writing,
): Promise<void> | undefined {
  const shown = isGap(outcome) ? undefined : show(outcome, view);
  if (shown) {
    coverage.shown(shown);
    return out.write(formatter.day({ ...shown, before: before(shown.day) }));
  }
  const gap = coverage.missing(outcome);
  formatter.gap?.(gap.day, isOff(gap));
  return undefined;
}

/** The responses as they were received. */
export async function writeRaw(job: Job): Promise<ExitCode> {
  const { fetcher, stored, plan, newest, format, run, terms } = job;
  const { output } = terms;
  const coverage = await coverageOf(job);
  const out = buffered(await openOutput({ format, output, pager: false }, run));
  let budget: RunBudget | undefined;

  try {
    budget = await consent(job);
    for await (const { days, bodies } of fetcher.fetch(plan, budget)) {
      for (const day of days) {
        if (isGap(day)) coverage.gap(day);
        else coverage.shown(day);
      }
      for (const body of bodies) await out.write(body);
    }
    coverage.checkBase();
    await out.close();
    noteWritten(output, coverage.extent, run);
  } catch (error) {
    await out.abandon();
    throw error;
  } finally {
    await endRun(run, budget);
  }

  const code = coverage.report(run.reporter, ...(await insteadOf(coverage.off, job)));
  return firstOf([newest?.report(), code], stored);
}

async function coverageOf({ view, kind, format, terms, run, stored }: Job): Promise<Coverage> {
  const periods = kind.of === 'periods' ? kind : undefined;
  // a table of days says itself which are not over
  const saysWhatRuns = terms.raw || (format === 'table' && !periods);
  return new Coverage(view.base, view.symbols, {
    get now() {
      return saysWhatRuns ? undefined : run.clock.now();
    },
    periods,
    publishes: run.source.calendar.publishes,
    neverHad: await neverHadBy(run.source, view, stored?.store),
    isRange: kind.of !== 'days',
    hasRows: !periods,
  });
}

/** A stored day may have a currency that is new to the program. */
async function neverHadBy(source: Source, { base, symbols = [] }: View, store: Known['store']) {
  if (![base, ...symbols].some((code) => neverHad(source, code))) return undefined;
  const { heldCodes } = await import('../../run/known-codes.ts');
  const held = await heldCodes({ store, source });
  return (code: Code) => (held().has(code) ? undefined : neverHad(source, code));
}

async function insteadOf([off, ...others]: readonly Day[], { fetcher, run }: Job): Promise<readonly Hint[]> {
  if (off === undefined) return [];
  const { ratesBefore } = await import('../../fetch/reaching-back.ts');
  const before = ratesBefore(off, fetcher);
  if (!before) return [];

  const words = `the last day with rates before it: ${before}`;
  const { argv } = run.host;
  const place = argumentPlaces(argv, ofSeries).find((at) => argv[at] === off);
  if (others.length > 0 || place === undefined) return [words];
  return [ratebook(...argv.with(place, before)).in(() => words)];
}

/** The rates of the day before, if they are stored. */
function dayBefore(only: Day, { stored, view, run }: Job): DayRates | undefined {
  const weekBefore = [...eachDay(addDays(only, -7), addDays(only, -1))];
  const earlier = weekBefore.findLast((day) => run.source.calendar.publishes(day));
  const rates = earlier && stored?.store.read(earlier);
  return rates && show(rates, view);
}

function documentOf(job: Job): Document {
  const { view, kind, terms, run } = job;
  const { wide = false, decimal, header, summary = false, color } = terms;
  const { host } = run;
  const terminal = isTerminal(terms.output, run);

  // without the store, the service applies the base
  const published = terms.store ? run.source.pivot : { base: view.base };

  return {
    ...view,
    kind,
    derivedFrom: isDerived(view, published) ? pivotOf(published) : undefined,
    wide,
    decimal,
    noHeader: !header,
    summary,
    hint: terminal,
    // the source may tell a later time
    get now() {
      return run.clock.now();
    },
    // read when it is laid out: a window may have changed since
    get width() {
      return (terminal && host.stdout.columns) || 120;
    },
    get lines() {
      return (terminal && host.stdout.rows) || undefined;
    },
    ascii: wantsAscii(host),
    color: wantsColor(color, host.env, terminal),
    source: run.source.name,
    isMadeUp: run.source.isMadeUp,
    provenance: provenanceOf(run),
  };
}

/** What to write of which days, and how. */
interface Job extends Spending {
  readonly fetcher: DayFetcher;
  readonly kind: Document['kind'];
  /** What `latest` is about. */
  readonly newest: Newest | undefined;
  readonly view: View;
  readonly terms: Showing;
  readonly format: FormatName;
}
