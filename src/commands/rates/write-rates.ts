import { addDays } from '../../calendar/day.ts';
import type { ExitCode } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Library } from '../../fetch/library.ts';
import type { Plan } from '../../fetch/plan.ts';
import type { Document, Formatter } from '../../output/format.ts';
import { type FormatName, openFormat } from '../../output/formats.ts';
import { isStdout, type Sink } from '../../output/sink.ts';
import type { ShownRates } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/missing.ts';
import { shownDays, withConsent } from '../../run/days.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import { collecting, openPlace, type RatesOutput, tellWritten, withSink } from '../../run/output.ts';
import type { Run } from '../../run/run.ts';
import { isTerminal, wantsAscii, wantsColor } from '../../run/terminal.ts';
import type { Terms } from '../../run/terms.ts';
import { isDerived, show, type View } from '../../run/view.ts';
import type { Ledger } from '../../sources/ledger.ts';
import { isGap } from '../../sources/outcome.ts';

interface Job {
  readonly library: Library;
  /** Undefined if days are neither read from disk nor stored. */
  readonly holdings: Holdings | undefined;
  readonly plan: Plan;
  readonly kind: Document['kind'];
  readonly view: View;
  readonly terms: Terms;
  readonly output: RatesOutput;
  readonly format: FormatName;
  readonly run: Run;
}

export async function writeRates(job: Job): Promise<ExitCode> {
  const { view, kind, output, run } = job;
  const coverage = new Coverage(view.base, view.symbols, {
    now: saysWhatRuns(job) ? undefined : run.host.now(),
    periods: kind.of === 'periods' ? kind : undefined,
  });
  return withSink(await openSink(job), async (sink) => {
    const formatter = output.raw ? undefined : await openFormat(job.format, documentOf(job));
    return withConsent(job, async (ledger) => {
      if (formatter) await writeDocument(formatter, sink, coverage, job, ledger);
      else await writeRaw(sink, coverage, job, ledger);
      await sink.finish();
      tellWritten(output.path, coverage.extent, run);
      return coverage.tell(run.reporter);
    });
  });
}

/** A table of days says itself which are not over. */
const saysWhatRuns = ({ output, format, kind }: Job) =>
  output.raw || (format === 'table' && kind.of !== 'periods');

async function openSink({ format, output, run }: Job): Promise<Sink> {
  return collecting(await openPlace({ format, path: output.path, pager: output.pager && !output.raw }, run));
}

async function writeDocument(
  formatter: Formatter,
  sink: Sink,
  coverage: Coverage,
  { library, holdings, plan, view, terms, run }: Job,
  ledger: Ledger,
): Promise<void> {
  const codes = view.symbols && new Set([view.base, ...view.symbols]);
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
  const { view, kind, terms, output, run } = job;
  const { host } = run;
  const terminal = isTerminal(output.path, run);
  // without the store, the service applies the base
  const published = terms.store ? run.source.pivot : view.base;
  return {
    ...view,
    kind,
    before: heldBefore(job),
    derivedFrom: isDerived(view, published) ? published : undefined,
    wide: output.wide,
    decimal: output.decimal,
    noHeader: !output.header,
    summary: output.summary,
    hint: isStdout(output.path),
    now: host.now(),
    width: (terminal && host.stdout.columns) || 120,
    lines: (terminal && host.stdout.rows) || undefined,
    ascii: wantsAscii(host),
    color: wantsColor(output.color, host.env, terminal),
    source: run.source.name,
  };
}

/** For a table, the day before a single requested day, where it is stored. */
function heldBefore({ holdings, plan, format, view }: Job): ShownRates | undefined {
  const day = format === 'table' && plan.days === 1 ? plan.units[0]?.days[0] : undefined;
  const before = day && holdings?.store.read(addDays(day, -1));
  return before && show(before, view);
}
