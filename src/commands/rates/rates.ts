import { type Day, dayAt } from '../../calendar/day.ts';
import { resolveDay, resolveRange } from '../../calendar/named.ts';
import { daysOf } from '../../calendar/period.ts';
import type { Values } from '../../config/keys.ts';
import type { Settings } from '../../config/settings.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import type { Document } from '../../output/format.ts';
import { endingOf, type FormatName, formatNames, formatOfFile, formats } from '../../output/formats.ts';
import type { Code } from '../../rates/code.ts';
import { libraryOf, openHeld } from '../../run/days.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import type { Known } from '../../run/known-codes.ts';
import { checkFormat, formatsWithHeader, printPlan, refuseForeign } from '../../run/records.ts';
import { type Run, startRun } from '../../run/run.ts';
import type { Showing } from './door.ts';
import { codesOf, type View, writeRates } from './write-rates.ts';

interface Question {
  readonly endpoint: 'historical' | 'time-series' | 'latest';
  /** Ascending, each once; none for `latest`, whose day is known only when the store is open. */
  readonly days: readonly Day[];
  readonly kind: Document['kind'];
}

export function historical(texts: readonly string[], showing: Showing, cli: Cli): Promise<ExitCode> {
  const days = [...new Set(texts.map((text) => resolveDay(text, cli.host.now())))].sort();
  const kind = { of: 'days', several: days.length > 1 } as const;
  return showRates({ endpoint: 'historical', days, kind }, showing, cli);
}

export function latest(showing: Showing, cli: Cli): Promise<ExitCode> {
  return showRates({ endpoint: 'latest', days: [], kind: { of: 'days', several: false } }, showing, cli);
}

export function series(
  [start, end]: [start: string, end: string | undefined],
  showing: Showing,
  cli: Cli,
): Promise<ExitCode> {
  const { host, reporter } = cli;
  const { every, take, weekdays } = showing;
  if (take && !every) throw usageError('--take needs --every', `--every month --take ${take}`);
  const { first, last, notes } = resolveRange(start, end, host.now());
  for (const note of notes) reporter.note(note);
  const days = daysOf({ first, last }, weekdays);
  if (days.length === 0 && first <= last) reporter.note(`no day from ${first} to ${last} is a weekday`);
  const range = { start: first, end: last < first ? first : last };
  const kind: Document['kind'] = every
    ? { of: 'periods', ...range, every, take: take ?? 'mean', weekdays }
    : { of: 'series', ...range };
  return showRates({ endpoint: 'time-series', days, kind }, showing, cli);
}

/** Finds out what the question needs, and writes the answer. */
async function showRates({ endpoint, days, kind }: Question, showing: Showing, cli: Cli): Promise<ExitCode> {
  const { base, symbols, inverted, prettyprint, terms, output } = showing;
  if (prettyprint && !output.raw) throw usageError('--prettyprint needs --raw');
  const run = startRun(cli, { ...terms, settings: { base, symbols } });
  const { settings, host } = run;
  const format = formatOf(output, settings, isTerminal(output.path, run));
  if (!output.raw) checkSuits(format, kind, settings.symbols.value);
  const { holdings, known } = await openHeld(run, terms);
  const newest = () => (terms.offline && holdings?.running.newest()) || dayAt(host.now());
  const asked = endpoint === 'latest' ? [newest()] : days;
  const view = { ...(await readCodes(asked.at(-1), known, run, terms.yes)), inverted };
  const library = libraryOf(run, terms, holdings, {
    // not every plan accepts the parameter
    base: settings.base.source === 'default' ? undefined : view.base,
    symbols: view.symbols,
    prettyprint,
  });
  const plan = library.plan(asked, endpoint, codesOf(view));
  if (terms.dryRun) return printPlan(plan, output, cli);
  return writeRates({ library, holdings, plan, kind, view, terms, output, format, run });
}

/** Loads the list of currencies only if the last of the days is not stored or lacks a code. */
async function readCodes(
  last: Day | undefined,
  known: Known,
  run: Run,
  yes: boolean,
): Promise<Omit<View, 'inverted'>> {
  const base = run.settings.base.value;
  const symbols = run.settings.symbols.value === '*' ? undefined : run.settings.symbols.value;
  const held = last && known.store?.read(last);
  const isHeld = (word: string): word is Code => word === run.source.pivot || !!held?.rates.has(word as Code);
  if (isHeld(base) && (!symbols || symbols.every(isHeld))) return { base, symbols };
  const { readSettings } = await import('../../run/known-codes.ts');
  return readSettings(run, known, yes);
}

/** @throws a usage error if an option means nothing to it, or it to the file or the terminal */
function formatOf(output: Showing['output'], settings: Settings, isTerminal: boolean): FormatName {
  const { path = '', raw } = output;
  if (!output.format && !raw) refuseForeign(path);
  const format =
    output.format ?? formatOfFile(path) ?? settings.format.value ?? (isTerminal ? 'table' : 'csv');
  if (output.wide) checkFormat('--wide', formatsWith('wide'), format);
  if (output.decimal === 'comma') checkFormat('--decimal comma', formatsWith('decimal'), format);
  if (!output.header) checkFormat('--no-header', formatsWithHeader, format);
  if (output.summary) checkFormat('--summary', ['table'], format);
  const { value: symbols, source } = settings.symbols;
  if (!raw && formats[format].needsSymbols && symbols === '*' && source !== 'option')
    throw usageError(
      `${format} needs symbols: a price file is read on every run`,
      "-s EUR,GBP selects some, -s '*' all",
    );
  if (formats[format].binary && isTerminal)
    throw usageError(`${format} is not for a terminal`, `-o rates${endingOf(format)}`);
  return format;
}

const formatsWith = (ability: 'wide' | 'decimal') => formatNames.filter((name) => formats[name][ability]);

const mostLines = 5;

/** @throws a usage error if the format cannot show this */
function checkSuits(format: FormatName, kind: Document['kind'], symbols: Values['symbols']): void {
  const { picture, single } = formats[format];
  const count = symbols === '*' ? 'all' : symbols.length;
  if (single && count !== 1) throw usageError(`${format} shows one currency, not ${count}`, '-s EUR');
  if (!picture) return;
  if (kind.of === 'days' && !kind.several)
    throw usageError(`${format} needs several days`, `ratebook series <start> [end] -f ${format}`);
  if (count === 'all' || count > mostLines)
    throw usageError(`${format} shows 1 to ${mostLines} currencies, not ${count}`, '-s EUR,GBP');
}
