import { addDays, type Day, eachDay } from '../../calendar/day.ts';
import { type Code, euro } from '../../currencies/code.ts';
import { fixedRateOf } from '../../currencies/replaced.ts';
import type { ExitCode } from '../../errors.ts';
import { type Spending, withConsent } from '../../fetch/consent.ts';
import { type Hint, ratebook } from '../../hint.ts';
import type { Document } from '../../output/format.ts';
import { type FormatName, openFormat } from '../../output/formats.ts';
import { buffered, orAbandoned } from '../../output/output.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { wantsColor } from '../../report/reporter.ts';
import { showDays, withFigures } from '../../run/figures.ts';
import { isTerminal, wantsAscii } from '../../run/host.ts';
import type { Known } from '../../run/known-codes.ts';
import type { Newest } from '../../run/newest.ts';
import { noteWritten, openOutput, provenanceOf } from '../../run/output.ts';
import { neverHad } from '../../run/run.ts';
import type { Ledger } from '../../sources/ledger.ts';
import { isGap, type Source } from '../../sources/source.ts';
import { argumentPlaces, ofSeries, type Showing } from './options.ts';
import { codesOf, type DaysOfRun, isDerived, show, type View } from './view.ts';

export async function writeRates(job: Job): Promise<ExitCode> {
  const { library, plan, newest, view, format, run } = job;
  const { output, pager } = job.terms;
  const named = codesOf(view);
  const isFixed = [...(named ?? [])].some(fixedRateOf);
  const codes = isFixed && named ? new Set([...named, euro]) : named;
  const coverage = await coverageOf(job);
  const take = (ledger: Ledger) => {
    const came = library.batches(plan, ledger);
    return newest?.orStored(came) ?? came;
  };

  const document = documentOf(job);
  // only a table of one day compares it
  const isOnly = format === 'table' && plan.days === 1;
  const place = await openOutput({ format, output, pager, isColored: document.color }, run);
  return orAbandoned(buffered(place), async (out) => {
    const formatter = await openFormat(format, document);
    return withFigures({ ...job, codes, named, coverage, take }, async ({ days }) => {
      await showDays(days, {
        view: (day) => show(day, view),
        coverage,
        day: (day) => out.write(formatter.day(isOnly ? { ...day, before: dayBefore(day.day, job) } : day)),
        gap: formatter.gap?.bind(formatter),
      });
      coverage.checkBase();
      for (const piece of formatter.end()) {
        await out.write(piece);
      }
      coverage.leaveOut(formatter.leftOut?.() ?? []);
      coverage.addProblems(formatter.problems?.() ?? []);
      await out.close();
      noteWritten(output, () => coverage.extent, run);
      return { hints: await insteadOf(coverage.off, job) };
    });
  });
}

/** The answers as they were sent. */
export async function writeRaw(job: Job): Promise<ExitCode> {
  const { library, plan, newest, format, run } = job;
  const { output } = job.terms;
  const coverage = await coverageOf(job);
  const place = await openOutput({ format, output, pager: false }, run);
  return orAbandoned(buffered(place), (out) =>
    withConsent(job, async (ledger) => {
      for await (const { days, bodies } of library.units(plan, ledger)) {
        for (const day of days) {
          if (isGap(day)) coverage.gap(day);
          else coverage.shown(day);
        }
        for (const body of bodies) await out.write(body);
      }

      coverage.checkBase();
      await out.close();
      noteWritten(output, () => coverage.extent, run);
      const code = coverage.tell(run.reporter, ...(await insteadOf(coverage.off, job)));
      return newest?.tell() || code;
    }),
  );
}

async function coverageOf({ view, kind, format, terms, run, holdings }: Job): Promise<Coverage> {
  const periods = kind.of === 'periods' ? kind : undefined;
  // a table of days says itself which are not over
  const saysWhatRuns = terms.raw || (format === 'table' && !periods);
  return new Coverage(view.base, view.symbols, {
    get now() {
      return saysWhatRuns ? undefined : run.clock.now();
    },
    periods,
    publishes: run.source.calendar.publishes,
    neverHad: await neverHadBy(run.source, view, holdings?.store),
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

async function insteadOf([off, ...others]: readonly Day[], { library, run }: Job): Promise<readonly Hint[]> {
  if (off === undefined) return [];
  const { ratesBefore } = await import('../../run/reaching-back.ts');
  const before = ratesBefore(off, library);
  if (!before) return [];

  const words = `the last day with rates before it: ${before}`;
  const { argv } = run.host;
  const place = argumentPlaces(argv, ofSeries).find((at) => argv[at] === off);
  if (others.length > 0 || place === undefined) return [words];
  return [ratebook(...argv.with(place, before)).in(() => words)];
}

/** The rates of the day before, if they are stored. */
function dayBefore(only: Day, { holdings, view, run }: Job) {
  const weekBefore = [...eachDay(addDays(only, -7), addDays(only, -1))];
  const earlier = weekBefore.findLast((day) => run.source.calendar.publishes(day));
  const stored = earlier && holdings?.store.read(earlier);
  return stored && show(stored, view);
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
  readonly library: Pick<DaysOfRun, 'batches' | 'units' | 'stateOf'>;
  readonly kind: Document['kind'];
  /** What `latest` is about. */
  readonly newest: Newest | undefined;
  readonly view: View;
  readonly terms: Showing;
  readonly format: FormatName;
}
