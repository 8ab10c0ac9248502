import type { Holdings } from '../fetch/holdings.ts';
import { type Fetches, type Library, OwnLibrary } from '../fetch/library.ts';
import { tellInterrupted, tellKept, tellSurplus } from '../report/kept.ts';
import type { Budget } from '../sources/ledger.ts';
import type { AnswerForm } from '../sources/source.ts';
import { openHoldings } from './holdings.ts';
import type { Known } from './known-codes.ts';
import type { Run, Terms } from './run.ts';

interface Use {
  readonly holdings: Holdings | undefined;
  readonly offline?: boolean | undefined;
  /** What else is asked of the service where its answers are not stored. */
  readonly direct?: Partial<AnswerForm>;
  /** Who takes the days in several parts shows the progress of all. */
  readonly inParts?: true;
  /** Of one who serves many, without progress; the host's by default. */
  readonly signal?: AbortSignal;
}

export function openLibrary(run: Run, use: Use): Library {
  if (run.shared) return run.shared.library(run);
  const { reporter, settings, host, source, alternative } = run;
  const { holdings, offline = false, direct, inParts, signal = host.signal } = use;
  const form = { alternative, prettyprint: false, ...(holdings ? {} : direct) };
  const isOwn = signal === host.signal;
  const surplus: string[] = [];

  async function openFetching(budget: Budget): Promise<Fetches> {
    const connection = await run.connect();
    if ('all' in connection) {
      const { startBringing } = await import('../fetch/bringing.ts');
      return startBringing(connection, holdings, signal);
    }

    const { startFetching } = await import('../fetch/fetching.ts');
    const onDays = (count: number) => reporter.advance(count);
    return startFetching({ connection, source, holdings, form, budget, signal, onDays });
  }

  async function onEnd(): Promise<void> {
    await holdings?.keeper.settle();
    if (!inParts) reporter.stopProgress();
    tellSurplus(surplus.splice(0), reporter);
    if (!holdings) return;

    tellKept(holdings, reporter);
    if (signal.aborted && isOwn) tellInterrupted(holdings, reporter);
  }

  return new OwnLibrary({
    source,
    holdings,
    offline,
    openFetching,
    // who takes days from a slow source one by one should not keep others from all that are to come
    ahead: source.isSparing ? 1 : settings.concurrency.value * 2,
    signal,
    onBegin(plan) {
      if (!isOwn || inParts) return;
      if (source.asks.by === 'all') reporter.startDownload(plan.missing);
      else reporter.startProgress(plan.days, plan.missing);
    },
    onSurplus: (days) => surplus.push(...days),
    onEnd,
  });
}

interface Held {
  /** Undefined if days are neither read from disk nor stored. */
  readonly holdings: Holdings | undefined;
  readonly known: Known;
}

interface Opened extends Held {
  readonly library: Library;
}

export async function openDays(run: Run, terms: Terms): Promise<Opened> {
  const held = await openHeld(run, terms);
  return { ...held, library: openLibrary(run, { ...terms, holdings: held.holdings }) };
}

export async function openHeld(run: Run, terms: Terms): Promise<Held> {
  const open = run.shared?.holdings.bind(run.shared) ?? openHoldings;
  const holdings = terms.store ? await open(run, terms) : undefined;
  const { alternative, source } = run;
  if (run.shared) run.clock.check({ newest: holdings?.store.dayToCome() });
  if (run.preface) run.reporter.note(run.preface);
  return { holdings, known: { store: holdings?.store, alternative, yes: terms.yes, source } };
}
