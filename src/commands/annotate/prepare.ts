import type { SumColumns } from '../../annotate/header.ts';
import { RowRates } from '../../annotate/row-rates.ts';
import { RowReader } from '../../annotate/row-reader.ts';
import { type SomeRows, type Survey, surveyOf } from '../../annotate/survey.ts';
import type { Table } from '../../annotate/table.ts';
import { type Day, dayAt } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { anyDay, cutLine, resolveDay } from '../../calendar/ranges.ts';
import { isListed } from '../../currencies/names.ts';
import type { ExitCode } from '../../errors.ts';
import type { Plan } from '../../fetch/plan.ts';
import { also } from '../../hint.ts';
import { type DayRates, pivotOf } from '../../rates/day-rates.ts';
import type { OwnRates } from '../../rates/own-rates.ts';
import { type Receipts, receipts } from '../../rates/receipt.ts';
import { basisOf, type RateRule } from '../../rates/rules.ts';
import { Coverage, closedLine, noteFixed, warnOfListed } from '../../report/coverage.ts';
import { asPublished, countingOnly, showDays, withFigures } from '../../run/figures.ts';
import type { Cli } from '../../run/host.ts';
import { knownCodes } from '../../run/known-codes.ts';
import { openDays } from '../../run/library.ts';
import { reachingBack } from '../../run/reaching-back.ts';
import type { Run, Terms } from '../../run/run.ts';
import type { Ledger } from '../../sources/ledger.ts';
import { checkConstants, tellConstants } from './constants.ts';
import type { Annotating } from './options.ts';
import type { Given } from './table.ts';

/** What a command line asks about a file. */
export interface Asked extends Given {
  readonly run: Run;
}

/** A file whose rows are understood, and what they need. */
export interface Prepared {
  readonly reader: RowReader;
  readonly survey: Survey;
  readonly rates: RowRates;
  readonly plan: Plan;
  readonly own: OwnRates | undefined;
  /** Fetches the rates, once their cost is agreed to, for work that says afterwards which rows it left. */
  readonly withRates: (work: Work) => Promise<ExitCode>;
}

type Work = (receiptOf: Receipts) => Promise<() => ExitCode>;

interface Use {
  /** Undefined: the default. */
  readonly rule: RateRule | undefined;
  /** Undefined: all rows need rates. */
  readonly some?: SomeRows;
}

/** Reads the file to find out what it needs. */
export async function prepare(
  table: Table,
  { given, run }: Asked,
  { rule: named, some }: Use,
): Promise<Prepared> {
  const { header } = table;
  const { source, reporter } = run;
  const now = run.host.now();
  const { publishes } = source.calendar;
  const finished = lastFinal(source.calendar, now);
  const fixedDays = new Map(header.sums.map((sum) => [sum, dayOfAll(sum, given, run)]));

  // files have no calendar
  const rule = given.rates === undefined ? named : (named ?? 'day');
  const own = await ownRates(given.rates, rule ?? 'day', run);
  const terms: Terms = own ? { ...given, store: false, yes: true } : given;
  const { holdings, library: all, known } = await openDays(run, terms);
  const basis = basisOf(rule, dayAt(now));
  const counting = countingOnly(given, holdings);

  if (!terms.yes) await checkConstants(header, known);
  tellConstants(header, reporter);
  const isServed = terms.yes ? () => true : await knownCodes(known);
  const reader = new RowReader(header, {
    form: given.dateFormat,
    year: given.year,
    point: given.decimal,
    isKnown: isServed,
    dayOf: (sum) => fixedDays.get(sum),
    isListed: (code) => isListed(code) || own?.codes.has(code) === true,
    onMeant: (words) => reporter.noteOnce(words),
  });
  const rates = new RowRates(rule, { now, finished, calendar: source.calendar }, own);
  const survey = await surveyOf(table, reader, rates, some);
  if (survey.note) reporter.note(survey.note);

  const { days, codes, replaced } = survey;
  const read = new Set([...codes, ...replaced]);
  const reach = { codes: read, reporter, counting };
  const library = basis.of === 'last' ? reachingBack(all, { ...reach, back: basis.back }) : all;
  const plan = library.plan(rates.needed(days), 'range');
  const coverage = new Coverage(pivotOf(source.pivot), [], {
    now,
    publishes,
    isRange: rule?.endsWith('mean') === true,
    restsOn: codes,
  });
  const take = (ledger: Ledger) => library.batches(plan, ledger);

  const withRates = (work: Work) =>
    withFigures(
      { run, holdings, plan, terms, codes, named: read, coverage, take },
      async ({ days: came, isOdd }) => {
        const tables = new Map<Day, string>();
        const add = (day: DayRates) => {
          rates.add(day, codes);
          if (day.table !== undefined) tables.set(day.day, day.table);
        };
        await showDays(came, { view: asPublished, coverage, day: add });

        const whose = own
          ? { source: own.name, isOwn: true }
          : { source: source.folder, tables: source.has.table && tables };
        const tell = await work(receipts({ rule: rule ?? 'day', isOdd, ...whose }));

        const closed = rates.closed(days);
        if (closed.size > 0) reporter.note(closedLine(closed, publishes));
        noteFixed(rates.fixed, reporter);
        if (own) warnOfListed(rates.listed, own.name, reporter);
        for (const period of rates.cut(days)) reporter.note(cutLine(period, finished));
        const hints = ['day', 'weekday'].includes(rule ?? 'day')
          ? [also('--rate', 'last-published').in((it) => `${it} takes the day before`)]
          : [];
        return { hints, tell };
      },
    );
  return { reader, survey, rates, plan, own, withRates };
}

/** Undefined if a column has the days. */
function dayOfAll({ date }: SumColumns, { rates }: Annotating, { host, source }: Run): Day | undefined {
  if ('column' in date) return undefined;
  const now = host.now();
  return rates === undefined ? resolveDay(date.written, now, () => source) : anyDay(date.written, now);
}

async function ownRates(
  paths: readonly string[] | undefined,
  rule: RateRule,
  cli: Cli,
): Promise<OwnRates | undefined> {
  if (paths === undefined) return undefined;
  const { readRatesFiles } = await import('../../input/rates-file.ts');
  return readRatesFiles(paths, rule, cli);
}
