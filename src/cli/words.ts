import { lastFinishedDay } from '../calendar/day.ts';
import { writtenDay, writtenPeriod } from '../calendar/parse.ts';
import { everyNames, periodOf, spanOf } from '../calendar/period.ts';
import { keyNames } from '../config/settings.ts';
import { conversionArguments, conversionIn, type SortedWords, sortWords } from '../convert/words.ts';
import { hundredthIn } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { type Hint, ratebook, type ToType } from '../hint.ts';
import { readAmount } from '../rates/amount.ts';

/** A line as typed. */
interface Line {
  readonly words: readonly string[];
  readonly options: readonly string[];
}

const isOption = (word: string) => /^-[^\d.,\s]/.test(word);

/** Options of commands for rates that have a value. */
const valued =
  /^(-[fosb]|--(format|output|symbols|base|source|errors|store|on|rate|rates|every|take|digits|decimal|max-cost|concurrency))$/;

/** Words and options apart, wherever they stand: `-q usage`. */
function lineOf(argv: readonly string[]): Line {
  const words: string[] = [];
  const options: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return { words: [...words, ...argv.slice(at + 1)], options };
    if (!isOption(word)) words.push(word);
    else if (valued.test(word)) options.push(...argv.slice(at, ++at + 1));
    else options.push(word);
  }
  return { words, options };
}

/**
 * The whole command line of a short form: `[AMOUNT] FROM [in|to|=|/] TO… [on DAY]` is `convert`, days are
 * `historical`, and a period or a range is `series`. A line that names a command stays, but for a pair after
 * `convert`.
 * @throws a usage error for a word that is a command elsewhere
 */
export function wholeLine(
  argv: readonly string[],
  commands: readonly string[],
  now: number,
): readonly string[] {
  const { words, options } = lineOf(argv);
  const [first = '', ...rest] = words;
  if (first === 'version' || argv[0] === '-v') return ['--version'];
  if (argv[0] === 'convert') {
    const pair = conversionOf(rest, now);
    return pair === rest ? argv : ['convert', ...pair, ...options];
  }
  if (first === '' || commands.includes(argv[0] ?? '')) return argv;
  if (commands.includes(first)) return [...words, ...options];

  const sorted = sortWords(words, now);
  const isConversion = sorted
    ? /^([cp?l]|a.)/.test(sorted.shape)
    : rest.length > 0 && startsWithAmount(words);
  if (isConversion) return ['convert', ...conversionOf(words, now), ...options];
  if (sorted?.shape.includes('n') && sorted.dates.length === 0) return ['latest', ...rest, ...options];
  if (!sorted || sorted.dates.length === 0) {
    const failure = commandElsewhere({ words, options }, now);
    if (failure) throw failure;
    return argv;
  }
  const isRange = sorted.range || sorted.shape.startsWith('w');
  return isRange ? ['series', ...rangeOf(words, now), ...options] : ['historical', ...words, ...options];
}

/** Or with one that cannot be read, such as `1 0`: `convert` says how to write it. */
const startsWithAmount = ([first = '']: readonly string[]) =>
  readAmount(first).is !== 'unreadable' || /^[-+]?\d[\d\s.,]*$/.test(first);

/** `EUR/USD` and `100 EUR/USD` as the arguments that `convert` has; it reads three words and more itself. */
function conversionOf(words: readonly string[], now: number): readonly string[] {
  const said = words.length < 3 ? conversionIn(words, now, 'convert') : undefined;
  return said ? [...conversionArguments(said), ...(said.on ? ['on', said.on] : [])] : words;
}

/** `last month`, `2024-01 to 2024-03`, `2020-2024` */
function rangeOf(words: readonly string[], now: number): readonly string[] {
  const sorted = sortWords(words, now, 'series');
  if (!sorted || !/^[dw]{1,2}$/.test(sorted.shape)) return words;
  return sorted.dates.map(({ text }) => text);
}

/** What else commands are called, and what to type here. `*`: the days and currencies that were typed. */
export const otherNames: readonly (readonly [template: string, words: string])[] = [
  ['latest *', 'rates rate fx quote quotes price prices spot live get fetch show print query'],
  ['convert 100 EUR USD', 'exchange change calc calculate conversion'],
  ['series 30d *', 'history historic timeseries time-series time_series range daily'],
  ['series 30d * -f chart', 'chart plot graph draw sparkline trend'],
  ['series last-quarter * --every week', 'weekly'],
  ['series last-quarter * --every month', 'average averages avg mean means monthly'],
  ['series 30d * -f csv', 'dump download csv export'],
  ['series 30d * -o rates.xlsx', 'excel xlsx spreadsheet workbook'],
  ['series last-year * --dry-run', 'cost costs estimate budget'],
  ['store export rates', 'export'],
  ['currencies *', 'list ls symbols currency codes code search find lookup supported info'],
  ['archive --status', 'status health healthcheck'],
  ['usage', 'status quota limit limits plan account requests remaining'],
  ['store info', 'info cache data database db days stored'],
  ['store holes', 'holes gaps missing'],
  ['store verify', 'verify'],
  ['store check', 'check'],
  ['store import old', 'import'],
  ['store path', 'path'],
  ['config path', 'path'],
  ['archive --help', 'cron crontab schedule'],
  ['archive --dry-run', 'update sync backup mirror pull fill backfill'],
  ['config set app_id', 'login auth setup init key apikey api-key api_key token signup register app_id set'],
  ['config list', 'settings options preferences configure'],
  ['historical yesterday --demo', 'demo example'],
  ['latest --source ecb', 'ecb eurofxref'],
];

/** The error for a first word that is a command elsewhere, with what to type here. */
function commandElsewhere({ words, options }: Line, now: number): Failure | undefined {
  const [name = '', ...rest] = words;
  const templates = otherNames.filter(([, names]) => names.split(' ').includes(name.toLowerCase()));
  if (templates.length === 0) return undefined;
  const sorted = sortWords(rest, now);
  const hints = templates.flatMap(([template]) => hintFor(template, { words: rest, options }, sorted) ?? []);
  const message = `unknown command ${JSON.stringify(name)}`;
  // nobody but the user can choose among several
  return new Failure('unknown_command', message, ...(hints.length > 1 ? hints.map(String) : hints));
}

/** Undefined where it would drop what was typed. @param sorted the words; undefined if one is none of these */
function hintFor(
  template: string,
  { words, options }: Line,
  sorted: SortedWords | undefined,
): ToType | undefined {
  const [command = '', ...others] = template.split(' ');
  const star = others.indexOf('*');
  // the key must not appear on a screen
  const isWhole = command === 'config' || words.length + options.length === 0;
  if (star < 0) return isWhole ? ratebook(command, ...others) : undefined;
  if (!sorted) return undefined;
  if (command === 'currencies') return ratebook(command, ...sorted.codes, ...options);

  const isGiven = (...flags: readonly string[]) => options.some((word) => flags.includes(word));
  const isPlaced = isGiven('-f', '--format', '-o', '--output') && /^-[fo]$/.test(others[star + 1] ?? '');
  const flags = isPlaced ? [] : others.slice(star + 1);
  const isOpen = command === 'series' && (sorted.dates.length === 0 || flags.includes('chart'));
  const needsCode = isOpen && sorted.codes.length === 0 && !isGiven('-s', '--symbols');
  const symbol = /\bEUR\b/.test(options.join(' ')) ? 'USD' : 'EUR';
  const view = needsCode ? [...(isGiven('-b', '--base') ? [] : ['-b', 'USD']), '-s', symbol] : [];
  return ratebook(...ratesLine(command, sorted, others[0]), ...view, ...options, ...flags);
}

/**
 * Days and currencies as a command for rates takes them.
 * @param usual the range where none was typed @param isOfSymbols none of the currencies is the base
 */
function ratesLine(
  command: string,
  { dates, codes, shape }: SortedWords,
  usual = '30d',
  isOfSymbols = false,
): readonly string[] {
  const isSeries = command === 'series';
  const days = dates.length > 0 || !isSeries ? dates.map(({ text }) => text) : [usual];
  const published = codes.map((code) => hundredthIn(code)?.code ?? code);
  const [base = '', ...symbols] = published;
  // of several for a series, the first is the base if one is the usual base, whose rate would be 1
  const isOfBase = isSeries && symbols.length > 0 && published.some((code) => /^(USD|EUR)$/.test(code));
  const isPair = !isOfSymbols && ((shape.includes('p') && symbols.length === 1) || isOfBase);
  const view = isPair ? ['-b', base, '-s', symbols.join()] : ['-s', published.join()];
  return [command, ...days, ...(codes.length > 0 ? view : [])];
}

/** Flags of other programs, and what they are called here; empty: their value is an argument. */
const otherFlags: readonly (readonly [flags: RegExp, name: string])[] = [
  [/^--(amount|date|day|start|year|month|period|pair|from)$/, ''],
  [/^--(to|end)$/, 'to'],
  [/^--(currency|currencies|quote)$/, '--symbols'],
  [/^--(average|avg|high|low|max|mean|min|stats|statistics)$/, '--summary'],
];

/** The line with those flags replaced: `series --year 2024` is `series 2024`. */
function renamed(argv: readonly string[]): readonly string[] {
  const isConvert = argv[0] === 'convert';
  return argv.flatMap((word, at) => {
    if (isConvert && /^--(date|day)$/.test(word)) return ['--on'];
    const isOfPair = !isConvert && /^[a-z]{3}$/i.test(argv[at + 1] ?? '');
    if (isOfPair && word === '--from') return ['-b'];
    if (isOfPair && word === '--to') return ['-s'];
    const [, name = word] = otherFlags.find(([flags]) => flags.test(word)) ?? [];
    return name === '' || (isConvert && name === 'to') ? [] : [name];
  });
}

const otherFormats: readonly (readonly [format: string, names: RegExp])[] = [
  ['svg', /"(gif|image|jpe?g|pdf|picture|png|webp)"/i],
  ['chart', /"(graph|plot|line)"/i],
  ['xlsx', /"(excel|ods|spreadsheet|workbook|xls)"/i],
  ['ndjson', /"(json-lines|jsonl)"/i],
  ['ledger', /"hledger"/i],
  ['table', /"(plain|pretty|text|txt)"/i],
];

function inFormat(format: string, argv: readonly string[]): readonly Hint[] {
  const at = argv.findIndex((word) => /^(-f|--format)$/.test(word));
  const isPicture = format === 'svg' || format === 'chart';
  if (at < 0 || (isPicture && argv[0] !== 'series')) return [];
  const line = argv.with(at + 1, format);
  const named =
    format === 'svg' ? line.map((word) => word.replace(/\.(gif|jpe?g|pdf|png|webp)$/i, '.svg')) : line;
  const needsCode = isPicture && !argv.some((word) => /^(-[bs]|--(base|symbols))/.test(word));
  return [ratebook(...named, ...(needsCode ? ['-b', 'USD', '-s', 'EUR'] : []))];
}

/** What to type where days, amounts and currencies stand at another place than the command has for them. */
export function hintsFor({ code, message }: Failure, argv: readonly string[], now: number): readonly Hint[] {
  const [format] = otherFormats.find(([, names]) => names.test(message)) ?? [];
  if (message.startsWith('--format:') && format && message.includes(` ${format},`))
    return inFormat(format, argv);
  if (code === 'bad_value' || message.startsWith('--')) return [];
  const line = code === 'unknown_option' ? renamed(argv) : argv;
  const isAsTyped = line.join() === argv.join();
  if (code === 'unknown_option' && isAsTyped && !argv.some((word) => /^-\d+[dwmy]$/i.test(word))) return [];
  const { words, options } = lineOf(line);
  const [command = '', ...rest] = words;
  if (command === 'config') return code === 'missing_argument' ? [] : settingOf(rest);
  const sorted = sortWords(rest, now, command);
  const isOfDay = command === 'convert' && code === 'bad_day';
  if (
    !sorted ||
    isOfDay ||
    (isAsTyped && sorted.shape === '') ||
    words.length + options.length < 2 ||
    sorted.shape.includes('?')
  )
    return [];
  const hints =
    command === 'convert' ? conversionFor(sorted, options, now) : ratesFor(command, sorted, options);
  const typed = sameLine(ratebook(...argv));
  const others = hints.filter((hint) => sameLine(hint) !== typed);
  return others.length > 1 ? others.map(String) : others;
}

/** The same text for lines that differ in where their options stand. */
function sameLine(hint: Hint): string {
  const { words, options } = lineOf(`${hint}`.split(' '));
  return [...words, ...options.toSorted()].join(' ');
}

function ratesFor(command: string, sorted: SortedWords, options: readonly string[]): readonly Hint[] {
  const { dates, amounts, range, shape } = sorted;
  const hasBase = options.some((word) => /^(-b|--base)$/.test(word));
  const at = options.findIndex((word) => /^(-s|--symbols)$/.test(word));
  const before = at < 0 ? [] : (options[at + 1] ?? '').split(/[\s,]+/).filter((code) => code !== '*');
  const isTwice = shape.includes('p') && (hasBase || before.length > 0);
  if (!/^(historical|series|latest)$/.test(command) || amounts.length > 0 || isTwice) return [];

  const codes = [...before, ...sorted.codes];
  const isRange = range || dates.some(({ whole }) => whole) || command === 'series';
  const ofDays = isRange ? 'series' : 'historical';
  const meant = dates.length > 0 ? ofDays : command === 'series' && codes.length > 0 ? 'series' : 'latest';
  if (meant === 'series' && dates.length > 2) return [];
  const line = ratesLine(meant, { ...sorted, codes }, '30d', hasBase || at >= 0);
  return [ratebook(...line, ...(at < 0 ? options : options.toSpliced(at, 2)))];
}

/** The amount first; a month, quarter or year that is over as its mean. */
function conversionFor(
  { amounts, codes, dates }: SortedWords,
  options: readonly string[],
  now: number,
): readonly Hint[] {
  const [day, ...more] = dates;
  const [from = '', ...to] = codes;
  if (codes.length === 0 || amounts.length > 1 || more.length > 0) return [];
  if (amounts.length === 0)
    return to.length === 0
      ? [ratebook('latest', '-s', from)]
      : [ratebook('convert', from, 'in', ...to, ...options)];
  const on = day ? (meanOf(day.text, now) ?? (day.whole ? undefined : ['--on', day.text])) : [];
  if (!on || (day && options.includes('--on'))) return [];
  const targets = to.length > 0 ? to : [from === 'USD' ? 'EUR' : 'USD'];
  const read = readAmount(amounts[0] ?? '');
  const either = read.is === 'ambiguous' ? read.either.map(({ amount }) => amount) : amounts;
  return either.map((amount) => ratebook('convert', amount, from, ...targets, ...on, ...options));
}

function meanOf(text: string, now: number): readonly string[] | undefined {
  const { first, last } = (!writtenDay(text, now) && writtenPeriod(text, now)) || {};
  if (!first || !last || last > lastFinishedDay(now)) return undefined;
  const every = everyNames.find((name) => periodOf(first, name).name === spanOf(first, last)?.name);
  return every && every !== 'week' ? ['--on', last, '--rate', `${every}-mean`] : undefined;
}

/** `config base EUR`, `config set base=EUR` */
function settingOf(words: readonly string[]): readonly Hint[] {
  const isSet = words[0] === 'set';
  const given = isSet ? words.slice(1) : words;
  const [name = '', ...values] = given.flatMap((word) => word.split('='));
  if (!keyNames.some((key) => key === name) || (isSet && given.length === 2)) return [];
  // the key must not appear on a screen
  if (name === 'app_id') return [ratebook('config', 'set', name)];
  return [ratebook('config', ...(isSet || values.length > 0 ? ['set', name, values.join()] : ['get', name]))];
}
