import { addDays } from '../../calendar/day.ts';
import type { ExitCode } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Fetched, Library } from '../../fetch/library.ts';
import type { Plan } from '../../fetch/plan.ts';
import type { Document } from '../../output/format.ts';
import type { FormatName } from '../../output/formats.ts';
import type { Sink } from '../../output/sink.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/missing.ts';
import { withConsent } from '../../run/days.ts';
import type { RatesOptions } from '../../run/options.ts';
import type { Run } from '../../run/run.ts';
import { isTerminal } from '../../run/terminal.ts';
import { isDerived, show, type View, viewOf } from '../../run/view.ts';
import { DocumentWriter, openFormatter, openOutput, tellWritten, throughPager } from '../../run/writer.ts';
import { isGap } from '../../sources/outcome.ts';

interface Job {
  readonly library: Library;
  /** Undefined if days are neither read from disk nor stored. */
  readonly holdings: Holdings | undefined;
  readonly plan: Plan;
  readonly kind: Document['kind'];
  readonly format: FormatName;
  readonly given: RatesOptions;
  readonly run: Run;
}

export async function writeRates(job: Job): Promise<ExitCode> {
  const { given, run } = job;
  const view = viewOf(run.settings, given);
  const sink = await openSink(job);
  const periods = job.kind.of === 'periods' ? job.kind : undefined;
  // a table of days says itself which are not over
  const isNoted = (job.format !== 'table' || periods) && !given.raw;
  const now = isNoted ? run.host.now() : undefined;
  const coverage = new Coverage(view.base, view.symbols, { now, periods });
  try {
    const writer = given.raw
      ? new RawWriter(sink, coverage)
      : new DocumentWriter(
          view,
          await openFormatter(job.format, shownBy(job, view), given, run),
          sink,
          coverage,
        );
    return await withConsent(job, async (ledger) => {
      const codes = view.symbols && new Set([view.base, ...view.symbols]);
      for await (const fetched of job.library.units(job.plan, ledger, codes)) await writer.take(fetched);
      await writer.end();
      await sink.finish();
      tellWritten(given.output, coverage.extent, run);
      return coverage.tell(run.reporter);
    });
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

async function openSink({ format, given, run }: Job): Promise<Sink> {
  const sink = await openOutput(given.output, run);
  const isPaged = format === 'table' && given.pager && !given.raw && isTerminal(given.output, run);
  return isPaged ? throughPager(sink, run) : sink;
}

function shownBy(job: Job, view: View): View & Pick<Document, 'kind' | 'before' | 'derivedFrom'> {
  // without the store, the service applies the base
  const published = job.given.store ? job.run.source.pivot : view.base;
  const before = job.format === 'table' ? heldBefore(job) : undefined;
  return {
    ...view,
    kind: job.kind,
    before: before && show(before, view),
    derivedFrom: isDerived(view, published) ? published : undefined,
  };
}

/** The day before a single requested day, where it is stored. */
function heldBefore({ plan, holdings }: Job): DayRates | undefined {
  const day = plan.days === 1 ? plan.units[0]?.days[0] : undefined;
  return day && holdings?.store.read(addDays(day, -1));
}

class RawWriter {
  constructor(
    readonly sink: Sink,
    readonly coverage: Coverage,
  ) {}

  async take({ days, bodies }: Fetched): Promise<void> {
    for (const day of days) {
      if (isGap(day)) this.coverage.gap(day);
      else this.coverage.shown(day);
    }
    for (const body of bodies) await this.sink.write(body);
  }

  async end(): Promise<void> {
    this.coverage.checkBase();
  }
}
