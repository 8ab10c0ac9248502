import type { Day } from '../calendar/day.ts';
import type { Cli } from '../cli/cli.ts';
import { wantsColor } from '../cli/color.ts';
import type { RatesOptions } from '../cli/options.ts';
import { type ExitCode, exit } from '../errors.ts';
import { inOrder } from '../fetch/in-order.ts';
import { costLine, count, type Plan, planOf } from '../fetch/plan.ts';
import { type Fetched, RunFetcher, type Terms } from '../fetch/run-fetcher.ts';
import { type Document, type FormatName, loadFormat } from '../output/format.ts';
import type { Sink } from '../output/sink.ts';
import { Ledger } from '../service/ledger.ts';
import { Coverage } from './coverage.ts';
import { dryRunText } from './dry-run.ts';
import { guardCost } from './guard.ts';
import { isTerminal, openOutput } from './output.ts';
import { checkOptions, formatOf, settingOptions, symbolsOf } from './query.ts';
import { connectService, type Run, startRun } from './run.ts';
import { ratesWriter, rawWriter, type Writer } from './writer.ts';

/** The days that a command asks for, ascending, each once. */
export interface Wanted {
  readonly days: readonly Day[];
  readonly endpoint: 'historical' | 'time-series';
  readonly kind: Document['kind'];
}

/** Asks for the days and writes their rates: what `historical` and `series` have in common. */
export async function rates(wanted: Wanted, given: RatesOptions, cli: Cli): Promise<ExitCode> {
  checkOptions(given);
  const run = startRun(given, settingOptions(given), cli);
  const { host, reporter, settings } = run;
  const format = formatOf(given, settings, isTerminal(given.output, run));
  const plan = planOf(wanted.days, wanted.endpoint);
  if (given.dryRun) {
    reporter.note(costLine(plan));
    host.stdout.write(dryRunText(plan, given.format));
    return exit.ok;
  }
  const sink = await openOutput(given.output, run);
  try {
    reporter.note(costLine(plan));
    const consent = { ...given, yes: given.yes || given.demo, confirmAbove: settings.confirm_above.value };
    await guardCost(plan.cost, consent, host);
    const coverage = new Coverage(settings.base.value, symbolsOf(settings));
    const writer = given.raw
      ? rawWriter(sink, coverage)
      : await formatted(wanted, given, format, run, sink, coverage);
    await write(plan, given, run, writer);
    await sink.finish();
    return coverage.tell(reporter);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

async function formatted(
  { kind }: Wanted,
  { wide, output, color }: RatesOptions,
  name: FormatName,
  run: Run,
  sink: Sink,
  coverage: Coverage,
): Promise<Writer> {
  const { settings, host } = run;
  const view = { base: settings.base.value, symbols: symbolsOf(settings) };
  const terminal = isTerminal(output, run);
  const format = await loadFormat(name);
  const formatter = format({
    kind,
    ...view,
    wide: wide === true,
    width: (terminal && host.stdout.columns) || 120,
    color: wantsColor(color, host.env, terminal),
  });
  return ratesWriter(view, formatter, sink, coverage);
}

async function write(plan: Plan, given: RatesOptions, run: Run, writer: Writer): Promise<void> {
  if (plan.cost === 0) return writer.end();
  const { reporter, settings } = run;
  const ledger = new Ledger(given.maxCost);
  const service = await connectService(run, ledger);
  const fetcher = new RunFetcher(service, termsOf(given, run), () =>
    reporter.note('this plan has no time series: the days are asked for one by one, at the same cost'),
  );
  reporter.startProgress(plan.days, plan.cost);
  try {
    const ahead = settings.concurrency.value * 2;
    const fetch = async (request: Plan['requests'][number]): Promise<Fetched> => {
      const fetched = await fetcher.fetch(request);
      reporter.advance(request.run.length);
      return fetched;
    };
    for await (const fetched of inOrder(plan.requests, ahead, fetch, service.stop))
      await writer.take(fetched);
    await writer.end();
  } finally {
    reporter.stopProgress();
    await service.close();
    if (ledger.lostAnswers > 0) reporter.note(lostLine(ledger));
  }
}

/** As given: what nobody asked for is not sent. */
function termsOf(given: RatesOptions, { settings }: Run): Terms {
  return {
    base: settings.base.source === 'default' ? undefined : settings.base.value,
    symbols: symbolsOf(settings),
    alternative: given.showAlternative === true,
    prettyprint: given.prettyprint === true,
  };
}

/** `cost 31 to 62 requests (one answer of 31 days was lost)` */
function lostLine({ charged, lost, lostAnswers }: Ledger): string {
  const what =
    lostAnswers === 1
      ? `one answer of ${count(lost, 'day')} was`
      : `${lostAnswers} answers of ${count(lost, 'day')} were`;
  return `cost ${charged} to ${charged + lost} requests (${what} lost)`;
}
