import { type App, isTerminal } from '../../app.ts';
import { type Day, dayAt } from '../../calendar/day.ts';
import { isDayLike, writtenDay, writtenPeriod } from '../../calendar/parse.ts';
import { daysOf } from '../../calendar/period.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { resolveDay, resolveRange } from '../../calendar/ranges.ts';
import type { Code } from '../../currencies/code.ts';
import { currencyNames, isFormer } from '../../currencies/names.ts';
import { areFixed, isReplaced, publishedCode } from '../../currencies/replaced.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { findNewest } from '../../fetch/latest.ts';
import { forUser, type ToType } from '../../hint.ts';
import type { Document } from '../../output/format.ts';
import { takeNamed } from '../../rates/aggregate.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { noteFixed } from '../../report/coverage.ts';
import { openDays, openFetcher } from '../../run/days.ts';
import type { Known } from '../../run/known-codes.ts';
import { printPlan } from '../../run/print-plan.ts';
import { codesMeant, meaningless, type Run, resolveAuto, startRun } from '../../run/run.ts';
import type { Wanted } from '../../sources/source.ts';
import { define } from '../options.ts';
import { argumentPlaces, ofDays, ofSeries, type Showing } from './options.ts';
import {
  checkRoom,
  checkSuits,
  codesOf,
  fixedDays,
  formatOf,
  lastDue,
  publishedCodesOf,
  type View,
} from './view.ts';
import { writeRates, writeRaw } from './write.ts';

export const historicalCommand = define({
  name: 'historical',
  description: 'Rates of one or more days.',
  examples: [
    ['ratebook historical yesterday', 'every currency'],
    ['ratebook historical 2024-01-17 -s EUR,GBP', 'two currencies'],
    ['ratebook historical 2024-01-17 --source ecb', 'real rates without a key'],
    ['ratebook historical 2023-12-29 2024-12-31 -f csv', 'two days, for a script'],
  ],
  options: ofDays,
  shape: (command) =>
    command.argument(
      '<day...>',
      "YYYY-MM-DD, '17 Jan 2024', yesterday, monday, or 7d for 7 days ago; in UTC",
    ),
  run: (app, given, [texts]) => historical(texts, given, app),
});

export const latestCommand = define({
  name: 'latest',
  description: 'The newest rates there are, of a day that may not be over yet.',
  examples: [
    ['ratebook latest', 'every currency'],
    ['ratebook latest -s EUR,GBP,JPY', 'three of them'],
    ['ratebook latest -b EUR -s USD -f json', 'for a script'],
    ['ratebook latest -s EUR -f value', 'the rate alone'],
  ],
  options: ofDays,
  run: (app, given) => latest(given, app),
});

export const seriesCommand = define({
  name: 'series',
  description: 'Rates of every day of a range, both ends included.',
  examples: [
    ['ratebook series 2024 -s EUR -f chart', 'a year as a chart'],
    ['ratebook series 2024-01 -s EUR,JPY', 'a month, a row per day'],
    ['ratebook series 2024 --every month -o means.csv', 'monthly means, into a file'],
    ['ratebook series 2024 --dry-run', 'what a year would cost'],
  ],
  options: ofSeries,
  shape: (command) =>
    command
      .argument('<start>', 'a day, a month YYYY-MM, a year YYYY, or 30d, last-month, 2024-Q1')
      .argument('[end]', 'the same, but 7d is the day 7 days ago; without it, <start> is the whole range'),
  run: (app, given, ends) => series(ends, given, app),
});

interface Question {
  readonly wanted: Wanted;
  /** Ascending, each once; none for the newest, whose day is known only when the store is open. */
  readonly days: readonly Day[];
  readonly kind: Document['kind'];
  /** The command line for what of its range begins on that day. */
  readonly shorter?: (first: Day) => ToType;
}

export async function historical(words: readonly string[], showing: Showing, app: App): Promise<ExitCode> {
  const now = app.host.now();
  const texts = await wholeDays(words, now);
  const run = await openRun(showing, texts, app);
  const days = [...new Set(texts.map((text) => resolveDay(text, now, () => run.source)))].sort();
  const kind = { of: 'days', several: days.length > 1 } as const;
  return showRates({ wanted: 'days', days, kind }, showing, run);
}

/** `17 Jan 2024` may be three words. */
async function wholeDays(words: readonly string[], now: number): Promise<readonly string[]> {
  if (words.every((word) => writtenDay(word, now)) || words.length > mostWords) return words;
  const { writtenDays } = await import('../../convert/words.ts');
  const whole = words.join(' ');
  return writtenDays(words, now) ?? (isDayLike(whole) ? [whole] : words);
}

const mostWords = 50;

export async function latest(showing: Showing, app: App): Promise<ExitCode> {
  const run = await openRun(showing, ['today'], app);
  return showRates({ wanted: 'newest', days: [], kind: { of: 'days', several: false } }, showing, run);
}

export async function series(
  [start, end]: readonly [start: string, end: string | undefined],
  showing: Showing,
  app: App,
): Promise<ExitCode> {
  const { host, reporter } = app;
  const { every, take, weekdays = false } = showing;
  if (take && !every)
    throw new Failure('missing_option', '--take needs --every', `--every month --take ${take}`);

  const run = await openRun(showing, [start, end ?? start], app);
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

/** @param words the days or periods that are asked for */
async function openRun(
  { base, symbols, prettyprint, raw, ...others }: Showing,
  words: readonly string[],
  app: App,
): Promise<Run> {
  if (prettyprint && !raw) throw new Failure('missing_option', '--prettyprint needs --raw');
  const terms = { ...others, raw, settings: { base, symbols } };
  const started = startRun(app, terms);
  const days = daysNamed(words, app.host.now());
  const run = raw ? started : await resolveAuto(started, terms, () => codesAsked(started, days));
  if (raw && !run.source.has.raw) throw meaningless('--raw', run.source);
  return run;
}

/** The first and last day of each word that names any. */
const daysNamed = (words: readonly string[], now: number): readonly Day[] =>
  words.flatMap((word) => {
    const day = writtenDay(word, now);
    const { first, last } = writtenPeriod(word, now) ?? {};
    return [day, first, last].filter((each) => each !== undefined);
  });

async function codesAsked({ settings }: Run, days: readonly Day[]): Promise<readonly Code[]> {
  const { base, symbols } = settings;
  const others = symbols.value === '*' ? [] : symbols.value;
  const codes = await codesMeant(base.origin === 'default' ? others : [base.value, ...others]);
  return days.length === 0 ? codes : codes.flatMap((code) => days.map((day) => publishedCode(code, day)));
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

  const isFixed = !raw && (await areAllFixed(days, run));
  const { stored, known } = isFixed ? withoutStore(run) : await openDays(run, showing);
  const newest = wanted === 'newest' && !isFixed ? await findNewest(run, stored, showing) : undefined;
  const asked = newest
    ? [newest.day]
    : wanted === 'newest'
      ? [lastDue(run.source.calendar, run.host.now())]
      : days;
  const view = { ...(await readCodes(asked.at(-1), known, run)), inverted };
  const codes = raw ? codesOf(view) : publishedCodesOf(view, asked);
  await refuseMissing(codes, known, run);
  // not every plan accepts the parameter
  const askedBase = settings.base.origin === 'default' ? undefined : view.base;
  const direct = { base: askedBase, symbols: view.symbols, prettyprint };

  const fetcher = isFixed ? fixedDays(run.source) : openFetcher(run, { ...showing, stored, direct });
  const plan = fetcher.plan(asked, wanted);
  const isRowPerRate = kind.of !== 'periods' && !showing.wide && !showing.summary && !raw;
  if (isRowPerRate && plan.counted > 0) checkRoom(format, { days: plan.days, symbols: countOf(view, run) });
  if (dryRun) return printPlan(plan, showing, run);
  const last = asked.at(-1);
  const replaced = [view.base, ...(view.symbols ?? [])].filter((code) => last && isReplaced(code, last));
  if (!raw) noteFixed(replaced, run.reporter);
  const write = raw ? writeRaw : writeRates;
  return write({ fetcher, stored, plan, kind, newest, view, terms: showing, shorter, format, run });
}

/** Whether all that is asked for are fixed rates. @param days none for the newest */
async function areAllFixed(days: readonly Day[], { settings, host }: Run): Promise<boolean> {
  const { base, symbols } = settings;
  if (symbols.value === '*') return false;
  const codes = await codesMeant([base.value, ...symbols.value]);
  const [first = dayAt(host.now())] = days;
  // of two that are fixed, both stay so
  const isOne = codes.length > symbols.value.length && areFixed(codes, first);
  return isOne && codes.some((code) => isReplaced(code, first));
}

async function refuseMissing(codes: ReadonlySet<Code> | undefined, known: Known, { source }: Run) {
  if (source.currencies || ![...(codes ?? [])].some(isFormer)) return;
  const { refuseNeverHad } = await import('../../run/known-codes.ts');
  await refuseNeverHad([...(codes ?? [])], known, source);
}

const withoutStore = ({ alternative, source }: Run) => ({
  stored: undefined,
  known: { store: undefined, alternative, source },
});

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
