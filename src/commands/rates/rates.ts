import type { Day } from '../../calendar/day.ts';
import { resolveDay, resolveRange } from '../../calendar/named.ts';
import { daysOf } from '../../calendar/period.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { isDayLike, writtenDay } from '../../calendar/written.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { forUser, type ToType } from '../../hint.ts';
import type { Document } from '../../output/format.ts';
import { takeNamed } from '../../periods/take.ts';
import type { Code } from '../../rates/code.ts';
import { currencyNames } from '../../rates/currencies.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { codesMeant, resolveAuto } from '../../run/auto.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import type { Known } from '../../run/known-codes.ts';
import { openHeld, openLibrary } from '../../run/library.ts';
import { findNewest } from '../../run/newest.ts';
import { printPlan } from '../../run/print-plan.ts';
import { meaningless, type Run, startRun } from '../../run/run.ts';
import type { Wanted } from '../../sources/answer.ts';
import { argumentPlaces } from '../typed-arguments.ts';
import { ofSeries, type Showing } from './options.ts';
import { codesOf, type View } from './view.ts';
import { checkRoom, checkSuits, formatOf } from './which-format.ts';
import { writeRates, writeRaw } from './write-rates.ts';

interface Question {
  readonly wanted: Wanted;
  /** Ascending, each once; none for the newest, whose day is known only when the store is open. */
  readonly days: readonly Day[];
  readonly kind: Document['kind'];
  /** The command line for what of its range begins on that day. */
  readonly shorter?: (first: Day) => ToType;
}

export async function historical(words: readonly string[], showing: Showing, cli: Cli): Promise<ExitCode> {
  const now = cli.host.now();
  const texts = await wholeDays(words, now);
  const run = await openRun(showing, cli);
  const days = [...new Set(texts.map((text) => resolveDay(text, now, () => run.source)))].sort();
  const kind = { of: 'days', several: days.length > 1 } as const;
  return showRates({ wanted: 'days', days, kind }, showing, run);
}

/** `17 Jan 2024` may be three words. */
async function wholeDays(words: readonly string[], now: number): Promise<readonly string[]> {
  if (words.every((word) => writtenDay(word, now)) || words.length > mostWords) return words;
  const { daysInWords } = await import('../../convert/day-words.ts');
  const whole = words.join(' ');
  return daysInWords(words, now) ?? (isDayLike(whole) ? [whole] : words);
}

const mostWords = 50;

export async function latest(showing: Showing, cli: Cli): Promise<ExitCode> {
  const run = await openRun(showing, cli);
  return showRates({ wanted: 'newest', days: [], kind: { of: 'days', several: false } }, showing, run);
}

export async function series(
  [start, end]: readonly [start: string, end: string | undefined],
  showing: Showing,
  cli: Cli,
): Promise<ExitCode> {
  const { host, reporter } = cli;
  const { every, take, weekdays = false } = showing;
  if (take && !every)
    throw new Failure('missing_option', '--take needs --every', `--every month --take ${take}`);

  const run = await openRun(showing, cli);
  const finished = lastFinal(run.source.calendar, host.now());
  const { first, last, notes } = resolveRange({ start, end, of: run.source }, host.now(), finished);
  for (const note of notes) reporter.note(note);
  const days = daysOf({ first, last }, { weekdays });
  if (days.length === 0 && first <= last) reporter.note(`no day from ${first} to ${last} is a weekday`);

  const whole = run.source.calendar;
  const calendar = { ...whole, publishes: (day: Day) => day <= finished && whole.publishes(day) };
  const range = { start: first, end: last < first ? first : last };
  const kind: Document['kind'] = every
    ? { of: 'periods', ...range, every, take: takeNamed(take ?? 'mean'), weekdays, calendar }
    : { of: 'series', ...range };
  const shorter = (first: Day) => retyped(host.argv, [first, range.end]);
  return showRates({ wanted: 'range', days, kind, shorter }, showing, run);
}

/** The options that were typed, with other ends of the range. */
function retyped(argv: readonly string[], range: readonly Day[]): ToType {
  const places = argumentPlaces(argv, ofSeries);
  const options = argv.filter((word, at) => !places.includes(at) && word !== '--');
  return forUser('series', ...range, ...options);
}

async function openRun({ base, symbols, prettyprint, raw, ...others }: Showing, cli: Cli): Promise<Run> {
  if (prettyprint && !raw) throw new Failure('missing_option', '--prettyprint needs --raw');
  const terms = { ...others, raw, settings: { base, symbols } };
  const started = startRun(cli, terms);
  const run = raw ? started : await resolveAuto(started, terms, () => codesAsked(started));
  if (raw && !run.source.has.raw) throw meaningless('--raw', run.source);
  return run;
}

async function codesAsked({ settings: { base, symbols } }: Run): Promise<readonly Code[]> {
  const others = symbols.value === '*' ? [] : symbols.value;
  return codesMeant(base.origin === 'default' ? others : [base.value, ...others]);
}

async function showRates(
  { wanted, days, kind, shorter }: Question,
  showing: Showing,
  run: Run,
): Promise<ExitCode> {
  const { invert: inverted = false, prettyprint = false, raw, output, dryRun } = showing;
  const { settings } = run;
  const format = formatOf(showing, settings, isTerminal(output, run));
  if (!raw) checkSuits(format, kind, settings);

  const { holdings, known } = await openHeld(run, showing);
  const newest = wanted === 'newest' ? await findNewest(run, holdings, showing) : undefined;
  const asked = newest ? [newest.day] : days;
  const view = { ...(await readCodes(asked.at(-1), known, run)), inverted };
  // not every plan accepts the parameter
  const askedBase = settings.base.origin === 'default' ? undefined : view.base;
  const direct = { base: askedBase, symbols: view.symbols, prettyprint };

  const library = openLibrary(run, { ...showing, holdings, direct });
  const plan = library.plan(asked, wanted, codesOf(view));
  const isRowPerRate = kind.of !== 'periods' && !showing.wide && !showing.summary && !raw;
  if (isRowPerRate && plan.counted > 0) checkRoom(format, { days: plan.days, symbols: countOf(view, run) });
  if (dryRun) return printPlan(plan, showing, run);
  const write = raw ? writeRaw : writeRates;
  return write({ library, holdings, plan, kind, newest, view, terms: showing, shorter, format, run });
}

/** How many currencies are shown of a day, at most. */
function countOf({ symbols }: View, { source }: Run): number {
  const codes = symbols ?? source.currencies;
  return codes ? codes.length : currencyNames.size;
}

/** Loads the list of currencies only if the last of the days is not stored or lacks a code. */
async function readCodes(last: Day | undefined, known: Known, run: Run): Promise<Omit<View, 'inverted'>> {
  const base = run.settings.base.value;
  const symbols = run.settings.symbols.value === '*' ? undefined : run.settings.symbols.value;
  const words = [base, ...(symbols ?? [])].filter((word) => word !== pivotOf(run.source.pivot));
  const held = last && words.length > 0 ? known.store?.read(last) : undefined;
  if (words.every((word) => held?.rates.has(word as Code))) return { base, symbols } as View;
  const { readSettings } = await import('../../run/known-codes.ts');
  return readSettings(run, known);
}
