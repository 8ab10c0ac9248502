import { addDays, type Day, dayAt } from '../../calendar/day.ts';
import { type Calendar, lastPublished } from '../../calendar/publishing.ts';
import { type Code, euro } from '../../currencies/code.ts';
import { currencyNames, isFormer } from '../../currencies/names.ts';
import {
  areFixed,
  fixedRateOf,
  isReplaced,
  publishedCode,
  publishedPair,
} from '../../currencies/replaced.ts';
import { type ExitCode, type Hint, ratebook } from '../../errors.ts';
import type { RunBudget } from '../../fetch/budget.ts';
import { type ConsentContext, consent } from '../../fetch/consent.ts';
import type { Fetched } from '../../fetch/fetch.ts';
import { findNewest } from '../../fetch/latest.ts';
import { OutlierWatch } from '../../fetch/outlier-watch.ts';
import { planDays } from '../../fetch/plan.ts';
import { ratesBefore } from '../../fetch/reaching-back.ts';
import type { DayBatch, Document, FormatFindings, ShownRates } from '../../output/format.ts';
import { type FormatName, writeDays } from '../../output/formats.ts';
import { isStdout, isTerminal, type Output, wantsAscii } from '../../output/output.ts';
import { loadColors } from '../../output/table/columns.ts';
import { mostRows, tooManyRows } from '../../output/workbook.ts';
import { atFixedRates, pairRate } from '../../rates/cross.ts';
import {
  type DayRates,
  type Pivot,
  pairOf,
  pick,
  pivotCode,
  pivotFor,
  rateIn,
  relativeTo,
  withRates,
} from '../../rates/day-rates.ts';
import { Coverage, noteFixed } from '../../report/coverage.ts';
import { wantsColor } from '../../report/reporter.ts';
import { openDays, openFetcher, printPlan } from '../../run/days.ts';
import { codesOfWords, readSettings, refuseNeverHad, storedCodes } from '../../run/known-codes.ts';
import { noteWritten, openOutput, provenanceOf } from '../../run/output.ts';
import { endRun, firstExitCode, type Run } from '../../run/run.ts';
import {
  type DayOutcome,
  isNotDue,
  isUnavailable,
  neverHad,
  type RequestScope,
  type Source,
} from '../../sources/source.ts';
import { optionsIn, type RatesOptions } from './options.ts';

/** Which days are asked for, and how they are shown. */
interface Question extends Pick<ConsentContext, 'shorter'> {
  readonly scope: RequestScope;
  /** Ascending, each once; none for the newest, whose day is known only when the store is open. */
  readonly days: readonly Day[];
  readonly kind: Document['kind'];
  readonly format: FormatName;
}

/** Plans the days, and writes the plan or the rates. */
export async function showRates(question: Question, options: RatesOptions, run: Run): Promise<ExitCode> {
  const planned = await planRates(question, options, run);
  return options.dryRun ? printPlan(planned.plan, options, run) : writeRates(planned);
}

type PlannedRates = Awaited<ReturnType<typeof planRates>>;
type View = PlannedRates['view'];

async function planRates(question: Question, options: RatesOptions, run: Run) {
  const { scope, kind, format } = question;
  const { raw, prettyprint = false } = options;
  const { source, settings, alternative } = run;
  const isFixed = !raw && areAllFixed(question.days, run);
  const { stored, lookup } = isFixed
    ? { stored: undefined, lookup: { alternative, source } }
    : await openDays(run, options);
  const newest = scope === 'newest' && !isFixed ? await findNewest(run, stored, options) : undefined;
  const { calendar } = source;
  let { days } = question;
  if (scope === 'newest') days = [newest?.day ?? lastDue(calendar.due(run.host.now()), calendar)];
  const last = days.at(-1);

  // a damaged file is moved aside before its day is planned
  const rates = last && lookup.store?.read(last)?.rates;
  const settled = readSettings(run, { ...lookup, codes: new Set(rates?.keys()) });
  const named = [settled.base, ...(settled.symbols ?? [])];
  // by the euro, before, during or after the days
  const replaced = raw ? [] : named.filter(fixedRateOf);
  const view = { ...settled, inverted: options.invert ?? false, replaced };
  const codes = replaced.length > 0 ? [...publishedCodes(named, days)] : named;
  if (view.symbols && !source.currencies && codes.some(isFormer)) refuseNeverHad(codes, lookup);
  // not every plan accepts the parameter
  const base = settings.base.origin === 'default' ? undefined : view.base;

  const fetcher = openFetcher(run, stored, { base, symbols: view.symbols, prettyprint });
  const stateOf = (day: Day) => (calendar.publishes(day) ? 'stored' : 'unavailable');
  const plan = isFixed ? planDays(days, scope, source, { stateOf }) : fetcher.plan(days, scope);
  // before anything is spent
  const isRowPerRate = kind.of !== 'periods' && !options.wide && !options.summary;
  const columns = view.symbols ?? source.currencies ?? [...currencyNames.keys()];
  if (isRowPerRate && plan.limitedCost > 0 && format === 'xlsx' && plan.days * columns.length > mostRows)
    throw tooManyRows();
  const fixed = replaced.filter((code) => last && isReplaced(code, last));
  if (fixed.length > 0 && !options.dryRun) noteFixed(fixed, run.reporter);
  return { ...question, days, view, named, isFixed, options, run, stored, newest, fetcher, plan };
}

/** The last day up to this one on which the source publishes. */
const lastDue = (day: Day, { publishes }: Calendar) =>
  lastPublished({ first: addDays(day, -7), last: day }, publishes) ?? day;

/** Whether all that is asked for are fixed rates. @param days none for the newest */
function areAllFixed(days: readonly Day[], { settings, host }: Run) {
  const { base, symbols } = settings;
  if (symbols.value === '*') return false;
  const codes = codesOfWords([base.value, ...symbols.value]);
  if (codes.length <= symbols.value.length || !codes.some(fixedRateOf)) return false;
  const [first = dayAt(host.now())] = days;
  // of two that are fixed, both stay so
  return areFixed(codes, first) && codes.some((code) => isReplaced(code, first));
}

/** Consents to the cost, fetches the days, and writes each as it is received. @throws Failure */
async function writeRates(planned: PlannedRates): Promise<ExitCode> {
  const { days, isFixed, fetcher, stored, plan, newest, view, named, format, run, options } = planned;
  const { output, raw } = options;
  const coverage = coverageOf(planned);
  const codes = view.symbols && new Set(named);
  // rates of a code that the euro has replaced rest on those of the euro
  const restsOn = codes && view.replaced.length > 0 ? new Set([...named, euro]) : codes;
  const watch = new OutlierWatch(stored, restsOn, options.withoutOdd);
  const document = await documentOf(planned);
  const pager = !raw && options.pager;
  const findings: FormatFindings = { notes: [], problems: [] };
  let budget: RunBudget | undefined;
  let out: Output | undefined;
  try {
    out = await openOutput({ format, output, pager, isColored: Boolean(document.chalk) }, run);
    budget = await consent(planned);
    const fetched = fetcher.fetch(plan, budget);
    const shown = isFixed ? [{ days: fixedDays(days, run.source) }] : (newest?.orStored(fetched) ?? fetched);
    const received = raw ? fetched : watch.over(shown);
    const pieces = raw
      ? bodiesOf(received, coverage)
      : writeDays(format, batchesOf(received, coverage, planned), document, findings);
    for await (const piece of pieces) if (piece.length > 0) await out.write(piece);
    await out.close();
    if (!isStdout(output)) noteWritten(output, coverage.extent, run);
  } catch (error) {
    await out?.abandon();
    throw error;
  } finally {
    watch.report(run.reporter);
    await endRun(run, budget);
  }

  watch.reportReplaced(codes, run.reporter);
  const { closed } = coverage;
  const hints = closed.length > 0 ? insteadOf(closed, planned) : [];
  const code = coverage.report(run.reporter, hints, findings);
  return firstExitCode([code, newest?.report()], stored);
}

/** At fixed rates alone, a day needs no rates of its own. */
const fixedDays = (days: readonly Day[], { calendar }: Source) =>
  days.map(
    (day): DayOutcome =>
      calendar.publishes(day)
        ? { day, base: euro, rates: new Map(), isFinal: true }
        : { day, reason: 'closed' },
  );

/** The responses as they were received. */
async function* bodiesOf(received: AsyncIterable<Fetched>, coverage: Coverage): AsyncGenerator<Buffer> {
  for await (const { days, bodies } of received) {
    for (const outcome of days) coverage.add(outcome);
    yield* bodies ?? [];
  }
  coverage.checkBase();
}

async function* batchesOf(
  received: AsyncIterable<Fetched>,
  coverage: Coverage,
  planned: PlannedRates,
): AsyncGenerator<DayBatch> {
  const comparesDays = planned.format === 'table' && planned.plan.days === 1;
  for await (const { days: outcomes } of received) {
    const days: ShownRates[] = [];
    const missing: Day[] = [];
    let closed = 0;
    for (const outcome of outcomes) {
      const shown = isUnavailable(outcome)
        ? outcome
        : (show(outcome, planned.view) ?? { ...outcome, reason: 'no base' as const });
      coverage.add(shown);
      if (!isUnavailable(shown))
        days.push(comparesDays ? { ...shown, before: dayBefore(shown.day, planned) } : shown);
      else if (isNotDue(shown)) closed++;
      else missing.push(shown.day);
    }
    yield { days, missing, closed };
  }
  coverage.checkBase();
}

function coverageOf({ view, named, kind, format, options, run, stored }: PlannedRates): Coverage {
  const { source } = run;
  const { currencies } = source;
  const periods = kind.of === 'periods' ? kind : undefined;
  // a table of days says itself which are not over
  const notesProvisional = options.raw || (format === 'table' && !periods);
  // a stored day may have a currency that is new to the program
  const isAnyNew = currencies && named.some((code) => neverHad(source, code));
  const newCodes = isAnyNew ? storedCodes({ store: stored?.store, source }) : [];
  return new Coverage({
    ...view,
    source: currencies ? { ...source, currencies: [...currencies, ...newCodes] } : source,
    clock: notesProvisional ? undefined : run.clock,
    periods,
    isRange: kind.of !== 'days',
  });
}

/** Lines to type in place of closed days. */
function insteadOf(
  [closed = '' as Day, ...others]: readonly Day[],
  { fetcher, days, run }: PlannedRates,
): readonly Hint[] {
  const before = ratesBefore(closed, fetcher);
  if (!before) return [];

  const words = `the last day with rates before it: ${before}`;
  const { argv } = run.host;
  if (others.length > 0 || !argv.includes(closed)) return [words];
  const instead = days.map((day) => (day === closed ? before : day));
  return [ratebook('historical', ...instead, ...optionsIn(argv)).in(() => words)];
}

/** The rates of the day before, if they are stored: a table of one day compares it. */
function dayBefore(only: Day, { stored, view, run }: PlannedRates) {
  const rates = stored?.store.read(lastDue(addDays(only, -1), run.source.calendar));
  return rates && show(rates, view);
}

async function documentOf(planned: PlannedRates): Promise<Document> {
  const { view, kind, options, format, run } = planned;
  const { wide = false, decimal, header, summary = false, color } = options;
  const { host } = run;
  const terminal = isTerminal(options.output, run);
  const isForPeople = format === 'table' || format === 'chart';

  // without the store, the service applies the base
  const published = options.store ? run.source.pivot : { base: view.base };

  return {
    ...view,
    kind,
    derivedFrom: isDerived(view, published) ? pivotCode(published) : undefined,
    wide,
    decimal,
    noHeader: !header,
    summary,
    hint: terminal,
    // the source may tell a later time
    get now() {
      return run.clock.now();
    },
    width: (terminal && host.stdout.columns) || 120,
    lines: (terminal && host.stdout.rows) || undefined,
    ascii: wantsAscii(host),
    chalk: isForPeople && wantsColor(color, host.env, terminal) ? await loadColors() : undefined,
    source: run.source.name,
    isMadeUp: run.source.isMadeUp,
    provenance: format === 'xlsx' ? provenanceOf(run) : undefined,
  };
}

/** Those whose rates are needed for these, on any of the days. */
export const publishedCodes = (codes: readonly Code[], days: readonly Day[]): ReadonlySet<Code> =>
  new Set(days.flatMap((day) => codes.map((code) => publishedCode(code, day))));

/** Undefined if the day has no rate for the base. */
function show(day: DayRates, view: View): DayRates | undefined {
  const { symbols, replaced } = view;
  if (replaced.some((code) => isReplaced(code, day.day))) return showAtFixedRates(day, view);
  const shown = relativeTo(day, pivotFor(view));
  return shown && symbols ? pick(shown, symbols) : shown;
}

function showAtFixedRates(day: DayRates, view: View): DayRates | undefined {
  if (!rateIn(day, publishedCode(view.base, day.day))) return undefined;
  const pivot = pivotFor(view);
  const all = () => [...new Set([...day.rates.keys(), pivotCode(day)])].sort();
  const rates = new Map<Code, number>();
  for (const code of view.symbols ?? all()) {
    const pair = publishedPair(...pairOf(pivot, code), day.day);
    const found = pairRate(day, pair.from, pair.to);
    if (found)
      rates.set(code, Number(pair.replaced.length > 0 ? atFixedRates(found, pair).rate : found.rate));
  }
  return withRates(day, pivot, rates);
}

/** @param published what the rates are relative to */
function isDerived({ base, inverted, symbols }: View, published: Pivot): boolean {
  const pivot = pivotCode(published);
  const isSameWayRound = inverted === 'quote' in published;
  if (isSameWayRound) return base !== pivot;
  return !symbols?.every((code) => code === pivot || code === base);
}
