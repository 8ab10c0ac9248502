import type { App } from '../../app.ts';
import type { Day } from '../../calendar/day.ts';
import { writtenDay, writtenPeriod } from '../../calendar/parse.ts';
import { daysOf } from '../../calendar/period.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { resolveDay, resolveRange } from '../../calendar/ranges.ts';
import type { Code } from '../../currencies/code.ts';
import { twoBeside } from '../../currencies/names.ts';
import { type ExitCode, Failure, forUser } from '../../errors.ts';
import type { Document } from '../../output/format.ts';
import { type FormatName, formats, recordsFormats } from '../../output/formats.ts';
import { isTerminal } from '../../output/output.ts';
import { takeNamed } from '../../rates/aggregate.ts';
import { codesOfWords } from '../../run/known-codes.ts';
import { checkFormat, formatsWith, resolveFormat } from '../../run/output.ts';
import { meaningless, type Run, resolveAuto, startRun } from '../../run/run.ts';
import { inShell } from '../../words.ts';
import { define } from '../options.ts';
import { dayOptions, optionsIn, type RatesOptions, seriesOptions } from './options.ts';
import { publishedCodes, showRates } from './show.ts';

export const historicalCommand = define({
  name: 'historical',
  description: 'Rates of one or more days.',
  examples: [
    ['ratebook historical yesterday', 'every currency'],
    ['ratebook historical 2024-01-17 -s EUR,GBP', 'two currencies'],
    ['ratebook historical 2024-01-17 --source ecb', 'real rates without a key'],
    ['ratebook historical 2023-12-29 2024-12-31 -f csv', 'two days, for a script'],
  ],
  options: dayOptions,
  shape: (command) =>
    command.argument(
      '<day...>',
      "YYYY-MM-DD, '17 Jan 2024', yesterday, monday, or 7d for 7 days ago; in UTC",
    ),
  run: (app, options, [texts]) => historical(texts, options, app),
});

export const latestCommand = define({
  name: 'latest',
  description: 'The newest rates, of a day that may not be over yet.',
  examples: [
    ['ratebook latest', 'every currency'],
    ['ratebook latest -s EUR,GBP,JPY', 'three of them'],
    ['ratebook latest -b EUR -s USD -f json', 'for a script'],
    ['ratebook latest -s EUR -f value', 'the rate alone'],
  ],
  options: dayOptions,
  run: (app, options) => latest(options, app),
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
  options: seriesOptions,
  shape: (command) =>
    command
      .argument('<start>', 'a day, a month YYYY-MM, a year YYYY, or 30d, last-month, 2024-Q1')
      .argument('[end]', 'the same, but 7d is the day 7 days ago; without it, <start> is the whole range'),
  run: (app, options, ends) => series(ends, options, app),
});

export async function historical(
  words: readonly string[],
  options: RatesOptions,
  app: App,
): Promise<ExitCode> {
  const now = app.host.now();
  const run = await openRun(options, words, app);
  const days = new Set<Day>();
  for (const word of words) days.add(resolveDay(word, now, run.source));
  const kind = { of: 'days', several: days.size > 1 } as const;
  const format = formatOf(options, kind, run);
  return showRates({ scope: 'days', days: [...days].sort(), kind, format }, options, run);
}

export async function latest(options: RatesOptions, app: App): Promise<ExitCode> {
  const run = await openRun(options, ['today'], app);
  const kind = { of: 'days', several: false } as const;
  return showRates({ scope: 'newest', days: [], kind, format: formatOf(options, kind, run) }, options, run);
}

export async function series(
  [start, end]: readonly [start: string, end: string | undefined],
  options: RatesOptions,
  app: App,
): Promise<ExitCode> {
  const { host, reporter } = app;
  const { every, take, weekdays = false } = options;
  if (take && !every)
    throw new Failure('missing_option', '--take needs --every', `--every month --take ${take}`);

  const run = await openRun(options, [start, end ?? start], app);
  const whole = run.source.calendar;
  const finished = lastFinal(whole, host.now());
  const { first, last, notes } = resolveRange({ start, end, source: run.source }, host.now(), finished);
  for (const note of notes) reporter.note(note);
  const days = daysOf({ first, last }, weekdays);
  if (days.length === 0 && first <= last) reporter.note(`no day from ${first} to ${last} is a weekday`);

  const calendar = { ...whole, publishes: (day: Day) => day <= finished && whole.publishes(day) };
  const range = { start: first, end: last < first ? first : last };
  const kind = every
    ? ({ of: 'periods', ...range, every, take: takeNamed(take ?? 'mean'), weekdays, calendar } as const)
    : ({ of: 'series', ...range } as const);
  const shorter = (day: Day) => forUser('series', day, range.end, ...optionsIn(host.argv));
  return showRates(
    { scope: 'range', days, kind, format: formatOf(options, kind, run), shorter },
    options,
    run,
  );
}

/** The run, at the source that has the currencies. @param words the days or periods that are asked for */
async function openRun(
  { base, symbols, prettyprint, raw, ...others }: RatesOptions,
  words: readonly string[],
  app: App,
) {
  if (prettyprint && !raw) throw new Failure('missing_option', '--prettyprint needs --raw');
  const options = { ...others, raw, settings: { base, symbols } };
  const started = startRun(app, options);
  const run = raw ? started : await resolveAuto(started, options, async () => codesNeeded(started, words));
  if (raw && !run.source.isService) throw meaningless('--raw', run.source);
  return run;
}

/** The currencies whose rates are needed on the first and the last day that each word names. */
function codesNeeded({ settings, host }: Run, words: readonly string[]): readonly Code[] {
  const { base, symbols } = settings;
  const others = symbols.value === '*' ? [] : symbols.value;
  const codes = codesOfWords(base.origin === 'default' ? others : [base.value, ...others]);
  const days = words.flatMap((word) => {
    const { first, last } = writtenPeriod(word, host.now()) ?? {};
    return [writtenDay(word, host.now()), first, last].filter((day) => day !== undefined);
  });
  return days.length === 0 ? codes : [...publishedCodes(codes, days)];
}

/** @throws a usage error if an option, the days or how many currencies there are do not suit it */
function formatOf(options: RatesOptions, kind: Document['kind'], run: Run): FormatName {
  const { raw, wide, summary, decimal } = options;
  if (raw) return 'json';
  const { settings } = run;
  const usual = settings.format.value ?? (isTerminal(options.output, run) ? 'table' : 'csv');
  const format = resolveFormat<FormatName>(options, summary ? 'table' : usual, run, 'rates');
  if (wide) checkFormat('--wide', formatsWith('wide'), format);
  if (decimal === 'comma') checkFormat('--decimal comma', formatsWith('decimal'), format);
  if (summary) checkFormat('--summary', recordsFormats, format);

  const { base, symbols } = settings;
  if (formats[format].needsSymbols && symbols.value === '*' && symbols.origin !== 'option')
    throw new Failure(
      'missing_option',
      `${format} needs symbols: a price file is read on every run`,
      `${optionFor(twoBeside(base.value))} selects some, -s ${inShell('*')} all`,
    );
  if (formats[format].single || formats[format].picture) checkSuits(format, kind, run);
  return format;
}

const mostLines = 5;
const optionFor = (codes: readonly string[]) => `-s ${inShell(codes.join())}`;

function checkSuits(format: FormatName, kind: Document['kind'], { settings, host }: Run) {
  const { picture, single } = formats[format];
  const { value: symbols } = settings.symbols;
  const fitting = (symbols === '*' ? twoBeside(settings.base.value) : symbols).slice(0, mostLines);
  const count = symbols === '*' ? 'all' : symbols.length;

  if (single && count !== 1)
    throw new Failure(
      'wrong_format',
      `${format} shows one currency, not ${count}`,
      optionFor(fitting.slice(0, 1)),
    );
  if (!picture) return;

  if (count === 'all' || count > mostLines)
    throw new Failure(
      'wrong_format',
      `${format} shows 1 to ${mostLines} currencies, not ${count}`,
      optionFor(fitting),
    );
  if (kind.of === 'days' && !kind.several)
    throw new Failure(
      'wrong_format',
      `${format} needs several days`,
      forUser('series', '30d', ...optionsIn(host.argv)),
    );
}
