import { type Day, dayAt } from '../../calendar/day.ts';
import { resolveDay, resolveRange } from '../../calendar/range.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Document } from '../../output/format.ts';
import type { Take } from '../../periods/figures.ts';
import { daysOf, type Every } from '../../periods/period.ts';
import { openDays } from '../../run/days.ts';
import { checkPicture, formatOf } from '../../run/format-choice.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import type { Known } from '../../run/known-codes.ts';
import type { RatesOutput } from '../../run/output.ts';
import { printPlan } from '../../run/records.ts';
import { type Run, startRun, type Terms } from '../../run/run.ts';
import { type View, viewOf } from '../../run/view.ts';
import type { Form } from '../../sources/source.ts';

/** What to show of the days, as the options have it; base and symbols may also be configured. */
export interface Showing {
  readonly base: string | undefined;
  readonly symbols: string | undefined;
  readonly inverted: boolean;
  readonly prettyprint: boolean;
  readonly terms: Terms;
  readonly output: RatesOutput;
}

export function historical(texts: readonly string[], showing: Showing, cli: Cli): Promise<ExitCode> {
  return showRates(questionOfDays(texts, cli.host.now()), showing, cli);
}

export function latest(showing: Showing, cli: Cli): Promise<ExitCode> {
  return showRates(questionOfLatest, showing, cli);
}

export function series(range: Range, showing: Showing, cli: Cli): Promise<ExitCode> {
  const question = questionOfSeries(range, cli.host.now(), (note) => cli.reporter.note(note));
  return showRates(question, showing, cli);
}

/** Finds out what the question needs, and writes the answer. */
async function showRates(question: Question, showing: Showing, cli: Cli): Promise<ExitCode> {
  const { base, symbols, inverted, prettyprint, terms, output } = showing;
  if (prettyprint && !output.raw) throw usageError('--prettyprint needs --raw');
  const run = startRun(cli, {
    demo: terms.demo,
    settings: { base, symbols, concurrency: terms.concurrency },
  });
  const format = formatOf(output, run.settings, isTerminal(output.path, run));
  const view = viewOf(run.settings, inverted);
  if (!output.raw) checkPicture(format, question.kind, view);
  const { holdings, library, known } = await openDays(run, terms, directly(view, prettyprint, run));
  const days = question.endpoint === 'latest' ? [newestDay(holdings, terms, run)] : question.days;
  if (!terms.yes) await checkUnlessHeld(view, days, known, run);
  const plan = library.plan(days, question.endpoint);
  if (terms.dryRun) return printPlan(plan, output, cli);
  const { writeRates } = await import('./write-rates.ts');
  return writeRates({ library, holdings, plan, kind: question.kind, view, terms, output, format, run });
}

/** What is left to the service without a store. A default base is not sent, because not every plan accepts the parameter. */
function directly({ symbols }: View, prettyprint: boolean, { settings }: Run): Partial<Form> {
  const { value, source } = settings.base;
  return { base: source === 'default' ? undefined : value, symbols, prettyprint };
}

/** Loads the list of currencies only if the last of the days is not stored or lacks a code. */
async function checkUnlessHeld(
  { base, symbols }: View,
  days: readonly Day[],
  known: Known,
  run: Run,
): Promise<void> {
  const codes = [base, ...(symbols ?? [])].filter((code) => code !== run.source.pivot);
  if (codes.length === 0) return;
  const last = days.at(-1);
  const held = last && known.store?.read(last);
  if (held && codes.every((code) => held.rates.has(code))) return;
  const { checkSettings } = await import('../../run/known-codes.ts');
  await checkSettings(run, known);
}

/** Today; offline, the newest of the running days that are kept. */
function newestDay(holdings: Holdings | undefined, { offline }: Terms, { host }: Run): Day {
  return (offline && holdings?.running.newest()) || dayAt(host.now());
}

/** Which days are asked for, and what they are to be: days, a series, figures of periods. */
export interface Question {
  readonly endpoint: 'historical' | 'time-series' | 'latest';
  /** Ascending, each once; none for `latest`, whose day is known only when the store is open. */
  readonly days: readonly Day[];
  readonly kind: Document['kind'];
}

/** @throws a usage error */
export function questionOfDays(texts: readonly string[], now: number): Question {
  const days = [...new Set(texts.map((text) => resolveDay(text, now)))].sort();
  return { endpoint: 'historical', days, kind: { of: 'days', several: days.length > 1 } };
}

export const questionOfLatest: Question = {
  endpoint: 'latest',
  days: [],
  kind: { of: 'days', several: false },
};

export interface Range {
  readonly start: string;
  readonly end: string | undefined;
  readonly every: Every | undefined;
  /** Undefined: the mean. */
  readonly take: Take | undefined;
  readonly weekdays: boolean;
}

/** @param onNote told how the range was understood @throws a usage error */
export function questionOfSeries(
  { start, end, every, take, weekdays }: Range,
  now: number,
  onNote: (note: string) => void,
): Question {
  if (take && !every) throw usageError('--take needs --every', `--every month --take ${take}`);
  const { first, last, notes } = resolveRange(start, end, now);
  notes.forEach(onNote);
  const days = daysOf({ first, last }, weekdays);
  if (days.length === 0 && first <= last) onNote(`no day from ${first} to ${last} is a weekday`);
  const range = { start: first, end: last < first ? first : last };
  const kind = every
    ? ({ of: 'periods', ...range, every, take: take ?? 'mean', weekdays } as const)
    : ({ of: 'series', ...range } as const);
  return { endpoint: 'time-series', days, kind };
}
