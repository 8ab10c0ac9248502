import { addDays } from '../../calendar/day.ts';
import type { ExitCode } from '../../errors.ts';
import type { Library } from '../../fetch/library.ts';
import type { Document, Formatter } from '../../output/format.ts';
import { type FormatName, openFormat } from '../../output/formats.ts';
import type { Sink } from '../../output/sink.ts';
import type { Code } from '../../rates/code.ts';
import { type DayRates, derive, invert, pick, type ShownRates } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/missing.ts';
import { type Spending, shownDays, withConsent } from '../../run/days.ts';
import { isTerminal, wantsAscii, wantsColor } from '../../run/host.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import { collecting, openPlace, tellWritten, withSink } from '../../run/output.ts';
import type { Ledger } from '../../sources/ledger.ts';
import { isGap } from '../../sources/source.ts';
import type { Showing } from './door.ts';

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
  readonly view: View;
  readonly output: Showing['output'];
  readonly format: FormatName;
}

export async function writeRates(job: Job): Promise<ExitCode> {
  const { view, kind, format, output, run } = job;
  const { path, raw } = output;
  const periods = kind.of === 'periods' ? kind : undefined;
  // a table of days says itself which are not over
  const saysWhatRuns = raw || (format === 'table' && !periods);
  const now = saysWhatRuns ? undefined : run.host.now();
  const coverage = new Coverage(view.base, view.symbols, now, periods);
  const place = await openPlace({ format, path, pager: output.pager && !raw }, run);
  return withSink(collecting(place), async (sink) => {
    const formatter = raw ? undefined : await openFormat(format, documentOf(job));
    return withConsent(job, async (ledger) => {
      if (formatter) await writeDocument(formatter, sink, coverage, job, ledger);
      else await writeRaw(sink, coverage, job, ledger);
      await sink.finish();
      tellWritten(path, coverage.extent, run);
      return coverage.tell(run.reporter);
    });
  });
}

async function writeDocument(
  formatter: Formatter,
  sink: Sink,
  coverage: Coverage,
  { library, holdings, plan, view, terms, run }: Job,
  ledger: Ledger,
): Promise<void> {
  const codes = codesOf(view);
  const watch = new OddWatch(holdings, codes, terms.withoutOdd);
  const days = watch.over(library.days(plan, ledger, codes));
  const onGap = formatter.gap?.bind(formatter);
  for await (const day of shownDays(days, (day) => show(day, view), coverage, onGap))
    await sink.write(formatter.day(day));
  coverage.checkBase();
  for (const piece of formatter.end()) await sink.write(piece);
  coverage.leaveOut(formatter.leftOut?.() ?? []);
  watch.tell(run.reporter);
}

async function writeRaw(
  sink: Sink,
  coverage: Coverage,
  { library, plan }: Job,
  ledger: Ledger,
): Promise<void> {
  for await (const { days, bodies } of library.units(plan, ledger)) {
    for (const day of days) {
      if (isGap(day)) coverage.gap(day);
      else coverage.shown(day);
    }
    for (const body of bodies) await sink.write(body);
  }
  coverage.checkBase();
}

function documentOf(job: Job): Document {
  const { view, kind, holdings, plan, terms, output, format, run } = job;
  const { host } = run;
  const only = format === 'table' && plan.days === 1 ? plan.units[0]?.days[0] : undefined;
  const before = only && holdings?.store.read(addDays(only, -1));
  const terminal = isTerminal(output.path, run);
  // without the store, the service applies the base
  const published = terms.store ? run.source.pivot : view.base;
  return {
    ...view,
    kind,
    before: before && show(before, view),
    derivedFrom: isDerived(view, published) ? published : undefined,
    wide: output.wide,
    decimal: output.decimal,
    noHeader: !output.header,
    summary: output.summary,
    hint: terminal,
    now: host.now(),
    width: (terminal && host.stdout.columns) || 120,
    lines: (terminal && host.stdout.rows) || undefined,
    ascii: wantsAscii(host),
    color: wantsColor(output.color, host.env, terminal),
    source: run.source.name,
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
