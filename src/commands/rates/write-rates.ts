import { addDays, type Day, eachDay } from '../../calendar/day.ts';
import type { ExitCode } from '../../errors.ts';
import type { Library } from '../../fetch/library.ts';
import { collecting } from '../../output/collecting.ts';
import type { Document, Formatter, Piece } from '../../output/format.ts';
import { type FormatName, openFormat } from '../../output/formats.ts';
import { withSink } from '../../output/sink.ts';
import type { Code } from '../../rates/code.ts';
import { type DayRates, derive, invert, pick, type ShownRates } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { wantsColor } from '../../report/reporter.ts';
import type { Spending } from '../../run/consent.ts';
import { shownDays, withConsent } from '../../run/days.ts';
import { isTerminal, wantsAscii } from '../../run/host.ts';
import type { Newest } from '../../run/newest.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import { openPlace, tellWritten } from '../../run/output.ts';
import { isGap } from '../../sources/answer.ts';
import type { Ledger } from '../../sources/ledger.ts';
import type { Showing } from './options.ts';

export interface View {
  readonly base: Code;
  readonly inverted: boolean;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
}

export const codesOf = ({ base, symbols }: View) => symbols && new Set([base, ...symbols]);

interface Job extends Spending {
  readonly library: Library;
  readonly kind: Document['kind'];
  /** What `latest` is about. */
  readonly newest: Newest | undefined;
  readonly view: View;
  readonly terms: Showing;
  readonly format: FormatName;
}

export async function writeRates(job: Job): Promise<ExitCode> {
  const { view, kind, newest, format, run } = job;
  const { output, raw, pager } = job.terms;
  const periods = kind.of === 'periods' ? kind : undefined;
  // a table of days says itself which are not over
  const saysWhatRuns = raw || (format === 'table' && !periods);
  const now = saysWhatRuns ? undefined : run.host.now();
  const { publishes } = run.source.calendar;
  const coverage = new Coverage(view.base, view.symbols, { now, periods, publishes, isRange: kind.of !== 'days' });
  const place = await openPlace({ format, output, pager: pager && !raw }, run);
  return withSink(collecting(place), async (sink) => {
    const formatter = raw ? undefined : await openFormat(format, documentOf(job));
    return withConsent(job, async (ledger) => {
      const pieces = formatter ? shown(formatter, coverage, job, ledger) : asSent(coverage, job, ledger);
      for await (const piece of pieces) await sink.write(piece);
      await sink.finish();
      tellWritten(output, coverage.extent, run);
      const code = coverage.tell(run.reporter, ...(await insteadOf(coverage.off, job)));
      return newest?.tell() || code;
    });
  });
}

async function* shown(
  formatter: Formatter,
  coverage: Coverage,
  { library, holdings, plan, newest, view, terms, run }: Job,
  ledger: Ledger,
): AsyncGenerator<Piece> {
  const codes = codesOf(view);
  const watch = new OddWatch(holdings, codes, terms.withoutOdd);
  const came = library.days(plan, ledger, codes);
  const days = watch.over(newest?.orStored(came) ?? came);
  const onGap = formatter.gap?.bind(formatter);
  for await (const day of shownDays(days, (day) => show(day, view), coverage, onGap)) yield formatter.day(day);
  coverage.checkBase();
  yield* formatter.end();
  coverage.leaveOut(formatter.leftOut?.() ?? []);
  watch.tell(run.reporter);
}

async function insteadOf([off]: readonly Day[], { library }: Job): Promise<readonly string[]> {
  if (off === undefined) return [];
  const { ratesBefore } = await import('../../run/reaching-back.ts');
  const before = ratesBefore(off, library);
  return before ? [`the last day with rates before it: ${before}`] : [];
}

async function* asSent(coverage: Coverage, { library, plan }: Job, ledger: Ledger): AsyncGenerator<Piece> {
  for await (const { days, bodies } of library.units(plan, ledger)) {
    for (const day of days) {
      if (isGap(day)) coverage.gap(day);
      else coverage.shown(day);
    }
    yield* bodies;
  }
  coverage.checkBase();
}

function documentOf(job: Job): Document {
  const { view, kind, holdings, plan, terms, format, run } = job;
  const { wide = false, decimal, header, summary = false, color } = terms;
  const { host } = run;
  const only = format === 'table' && plan.days === 1 ? plan.units[0]?.days[0] : undefined;
  const weekBefore = only ? [...eachDay(addDays(only, -7), addDays(only, -1))] : [];
  const earlier = weekBefore.findLast((day) => run.source.calendar.publishes(day));
  const before = earlier && holdings?.store.read(earlier);
  const terminal = isTerminal(terms.output, run);
  // without the store, the service applies the base
  const published = terms.store ? run.source.pivot : view.base;
  return {
    ...view,
    kind,
    before: before && show(before, view),
    derivedFrom: isDerived(view, published) ? published : undefined,
    wide,
    decimal,
    noHeader: !header,
    summary,
    hint: terminal,
    now: host.now(),
    width: (terminal && host.stdout.columns) || 120,
    lines: (terminal && host.stdout.rows) || undefined,
    ascii: wantsAscii(host),
    color: wantsColor(color, host.env, terminal),
    source: run.source.name,
    isMadeUp: run.source.isMadeUp,
  };
}

/** Undefined if the day has no rate for the base. */
function show(day: DayRates, { base, inverted, symbols }: View): ShownRates | undefined {
  const shown = inverted ? invert(day, base) : derive(day, base);
  return shown && symbols ? pick(shown, symbols) : shown;
}

function isDerived({ base, inverted, symbols }: View, published: Code): boolean {
  if (!inverted) return base !== published;
  return !symbols?.every((code) => code === published || code === base);
}
