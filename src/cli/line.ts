import { lastFinishedDay } from '../calendar/day.ts';
import { writtenPeriod } from '../calendar/parse.ts';
import { keyNames } from '../config/settings.ts';
import { hundredthIn } from '../currencies/code.ts';
import { Failure, type Hint, ratebook } from '../errors.ts';
import { readAmount } from '../rates/amount.ts';
import { lengthOfDate, type ParsedWords, parseWords } from './words.ts';

/** Options that have a value, of commands for rates. */
const valued =
  /^(-[fosb]|--(format|output|symbols|base|source|errors|store|on|rate|rates|every|take|digits|decimal|max-cost|concurrency))$/;

/** Words and options apart, at any position: `-q usage`. The day of `--on` may be several words. */
function partsOf(argv: readonly string[], now: number) {
  const words: string[] = [];
  const options: string[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (!/^-[^\d.,\s]/.test(word)) words.push(word);
    else {
      options.push(word);
      const count = (word === '--on' && lengthOfDate(rest, now)) || 1;
      if (valued.test(word) && rest.length > 0) options.push(rest.splice(0, count).join(' '));
    }
  }
  return { words, options };
}

/**
 * The line with its command and its arguments in order: `[AMOUNT] FROM [in|into|to|=|/] TO… [on|at] [DAY]` is
 * `convert`, days are `historical`, and a period or a range is `series`.
 * @throws a usage error for a word that is a command elsewhere
 */
export function wholeLine(
  argv: readonly string[],
  commands: readonly string[],
  now: number,
): readonly string[] {
  const { words, options } = partsOf(argv, now);
  const [first = '', ...rest] = words;
  if (first === 'version' || argv[0] === '-v') return ['--version'];
  const [last = ''] = rest.slice(-1);
  if ((/^(convert|historical)$/.test(first) || !commands.includes(first)) && joining.test(last))
    throw new Failure('missing_argument', `a day or currency is missing after ${JSON.stringify(last)}`);
  if (first === 'convert') return conversionLine(rest, options, now);
  if (first === 'historical') {
    const { shape, dates } = parseWords(rest, now, first);
    if (/^[dD]+$/.test(shape)) return [first, ...dates, ...options];
  }
  if (commands.includes(first)) return argv[0] === first ? argv : [...words, ...options];

  const { shape, dates, isRange } = parseWords(words, now);
  // `2024 EUR USD` has an amount; what begins with one is a conversion, whatever follows
  if (/^(a.|w[c?]{2}|[cp?l])/.test(shape)) return conversionLine(words, options, now);
  if (shape.includes('n') && dates.length === 0) return ['latest', ...rest, ...options];
  if (shape.startsWith('u') || dates.length === 0) {
    refuseOtherName(words, options, now);
    const isAnswered = words.length > 0 || options.some((option) => answered.test(option));
    if (!isAnswered && beforeCommand.test(options[0] ?? ''))
      throw new Failure('missing_argument', 'a command is missing', ratebook('--help'));
    return [...words, ...options];
  }
  const isSeries = isRange || shape.startsWith('w');
  const isInOrder = (isSeries ? /^[dw]{1,2}$/ : /^[dD]+$/).test(shape);
  return [isSeries ? 'series' : 'historical', ...(isInOrder ? dates : words), ...options];
}

/** Options that can stand before the command. */
const beforeCommand =
  /^(?:-[qf]|--(?:quiet|format|demo|debug|(?:no-)?color|errors|source|offline|store))(?:=|$)/;

const answered = /^(?:-h|--help|-V|--version)$/;

/** Words after which another must follow. */
const joining = /^(in|into|to|until|till|through|on|at|and|=|@|-|–)$/i;

/** `AMOUNT FROM TO…`, or `FROM in TO…` where the rate is asked for. */
function conversionLine(
  words: readonly string[],
  options: readonly string[],
  now: number,
): readonly string[] {
  const parsed = parseWords(words, now, 'convert');
  const { shape, amounts, dates } = parsed;
  if (/^(a?p|(a[cu?]|[c?])[cul?]+)w$/.test(shape)) throw notOneDay(parsed, options, now);
  if (/^[c?][dDw]$/.test(shape))
    throw new Failure('missing_argument', '<to> is missing', ...ratesFor('latest', parsed, options));
  // Commander would take `-5` for an option
  const withMinus = (word: string) => word.replace(/^-(?=\s*[.,]?\d)/, '−');
  if (!/^(a?p|(a[cu?]|[c?])[cul?]+)[dD]?$/.test(shape))
    return [
      'convert',
      ...words.filter((word) => !/^(in|into|to|and|=)$/.test(word)).map(withMinus),
      ...options,
    ];
  const [day] = dates;
  if (day && options.includes('--on'))
    throw new Failure(
      'options_conflict',
      `the day is given twice: ${day} and --on ${options[options.indexOf('--on') + 1]}`,
    );
  return conversion({ ...parsed, amounts: amounts.map(withMinus) }, options);
}

/** In the order of the command. */
function conversion(
  { amounts: [amount], codes: [from = '', ...to], dates: [day] }: ParsedWords,
  options: readonly string[],
) {
  const pair = amount === undefined ? [from, 'in', ...to] : [amount, from, ...to];
  return ['convert', ...pair, ...(day ? ['--on', day] : []), ...options];
}

/**
 * A conversion at a period: of a month or year that is over there is the mean, of a pair there are the rates.
 */
function notOneDay(parsed: ParsedWords, options: readonly string[], now: number) {
  const [period = ''] = parsed.dates;
  const { last } = writtenPeriod(period, now) ?? {};
  const hasMean = last && last <= lastFinishedDay(now) && /^\d{4}(-\d\d)?$/.test(period);
  const rule = `${period.length === 4 ? 'year' : 'month'}-mean`;
  const hints = hasMean
    ? [ratebook(...conversion({ ...parsed, dates: [last] }, ['--rate', rule, ...options]))]
    : ratesFor('series', { ...parsed, shape: 'p' }, options);
  return new Failure('bad_day', `${JSON.stringify(period)} is not a day`, ...hints);
}

/**
 * Lines to type for other names of commands. With a third member, which has the options that the name stands
 * for, days and currencies that were typed go into the line.
 */
export const otherNames: readonly (readonly [line: string, names: string, options?: string])[] = [
  ['latest', 'rates rate fx quote quotes price prices spot live get fetch show print query', ''],
  ['convert 100 EUR USD', 'exchange change calc calculate conversion'],
  ['series 30d', 'history historic timeseries time-series time_series range daily', ''],
  ['series 30d -b USD -s EUR -f chart', 'chart plot graph draw sparkline trend', '-f chart'],
  ['series last-quarter --every week', 'weekly', '--every week'],
  ['series last-quarter --every month', 'average averages avg mean means monthly', '--every month'],
  ['series 30d -f csv', 'dump download csv export', '-f csv'],
  ['series 30d -o rates.xlsx', 'excel xlsx spreadsheet workbook', '-o rates.xlsx'],
  ['series last-year --dry-run', 'cost costs estimate budget', '--dry-run'],
  ['store export rates', 'export'],
  ['currencies', 'list ls symbols currency codes code search find lookup supported info', ''],
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
  ['config set app_id', 'login auth setup init key apikey api-key api_key token signup register app_id'],
  ['config list', 'settings options preferences configure'],
  ['historical yesterday --demo', 'demo example'],
  ['latest --source ecb', 'ecb eurofxref'],
];

/** @throws for a first word that is a command elsewhere, with lines to type here that keep what was typed */
function refuseOtherName(
  [name = '', ...words]: readonly string[],
  options: readonly string[],
  now: number,
): void {
  const found = otherNames.filter(([, names]) => names.split(' ').includes(name.toLowerCase()));
  if (found.length === 0) return;
  const parsed = parseWords(words, now);
  const hasOption = (flags: RegExp) => options.some((word) => flags.test(word));
  const hints = found.flatMap(([line, , implied]): readonly Hint[] => {
    const [command = '', ...args] = line.split(' ');
    // the key must not appear on a screen
    if (command === 'config' || words.length + options.length === 0) return [ratebook(command, ...args)];
    if (implied === undefined || parsed.shape.includes('u')) return [];
    if (command === 'currencies')
      return parsed.dates.length > 0 ? [] : [ratebook(command, ...parsed.codes, ...options)];
    // a chart has a few currencies
    if (implied === '-f chart' && parsed.codes.length === 0 && !hasOption(viewFlags)) return [];
    const isInPlace = /^-[fo]/.test(implied) && hasOption(/^(-[fo]|--(format|output))$/);
    const added = isInPlace ? [] : implied.split(' ').filter(Boolean);
    return ratesFor(command, parsed, [...options, ...added]);
  });
  const message = `unknown command ${JSON.stringify(name)}`;
  if (hints.length === 0) throw new Failure('unknown_command', message, ratebook('--help'));
  // only the user can choose among several
  throw new Failure('unknown_command', message, ...(hints.length > 1 ? hints.map(String) : hints));
}

const viewFlags = /^(-[bs]|--(base|symbols))$/;

/** Flags of other programs whose value is an argument here. */
const argumentFlags =
  /^--(amount|date|day|start|end|year|month|period|pair|from|to|currency|currencies|quote)$/;

/** Lines to type where days, amounts and currencies are in another place than the command takes them. */
export function hintsFor({ code }: Failure, argv: readonly string[], now: number): readonly Hint[] {
  const [command = '', ...others] = argv;
  if (/^(config|set)$/.test(command)) return code === 'unknown_command' ? settingOf(others) : [];
  const isArgument = others.some((word) => argumentFlags.test(word) || /^-\d+[dwmy]$/i.test(word));
  if (code === 'unknown_option' && !isArgument) return [];
  const line = others.flatMap((word) => {
    if (command !== 'convert' && /^--(to|end)$/.test(word)) return 'to';
    return argumentFlags.test(word) ? [] : word;
  });
  const { words, options } = partsOf(line, now);
  const parsed = parseWords(words, now, command);
  if (/[uD?]/.test(parsed.shape) || words.length === 0) return [];
  if (command === 'convert') return conversionFor(parsed, options, code);
  // `--from EUR --to USD` is a pair, `--from 2024-01-01 --to 2024-01-31` a range
  const isPair = others.includes('--to') && parsed.codes.length === 2 && parsed.dates.length < 2;
  const pair = { ...parsed, shape: `${parsed.shape}p`, isRange: false };
  return ratesFor(command, isPair ? pair : parsed, options);
}

function ratesFor(
  command: string,
  { dates, amounts, codes, isRange, shape }: ParsedWords,
  options: readonly string[],
): readonly Hint[] {
  const isPair = shape.includes('p');
  const hasView = isPair && options.some((word) => viewFlags.test(word));
  if (!/^(historical|series|latest)$/.test(command) || amounts.length > 0 || hasView) return [];

  const isSeries = isRange || shape.includes('w') || command === 'series';
  if (isSeries && dates.length > 2) return [];
  const name = dates.length > 0 ? 'historical' : 'latest';
  const days = isSeries ? ['series', ...(dates.length > 0 ? dates : ['30d'])] : [name, ...dates];

  // only amounts are in hundredths
  const published = codes.map((code) => hundredthIn(code)?.code ?? code);
  const [base = '', ...quotes] = published;
  if (isPair) return [ratebook(...days, '-b', base, '-s', quotes.join(), ...options)];
  const at = codes.length > 0 ? options.findIndex((word) => /^(-s|--symbols)$/.test(word)) : -1;
  const others = [...options];
  const before =
    at < 0
      ? []
      : others
          .splice(at, 2)
          .slice(1)
          .filter((code) => code !== '*');
  const symbols = [...before, ...published].join();
  return [ratebook(...days, ...(symbols ? ['-s', symbols] : []), ...others)];
}

/** The amount first, the day last. */
function conversionFor(parsed: ParsedWords, options: readonly string[], code: string): readonly Hint[] {
  const { amounts, codes, dates, shape } = parsed;
  const [from, ...to] = codes;
  const isTwice = dates.length > 0 && options.includes('--on');
  const isClear = amounts.every((amount) => readAmount(amount).length === 1);
  if (!from || code === 'bad_day' || !isClear || amounts.length > 1 || dates.length > 1 || isTwice) return [];
  if (amounts.length === 0 && to.length === 0) return ratesFor('latest', parsed, options);
  // `1m` can be meant as a million
  if (shape.includes('w') || dates.some((date) => /^\d+m$/.test(date))) return [];
  const targets = to.length > 0 ? to : [from === 'USD' ? 'EUR' : 'USD'];
  return [ratebook(...conversion({ ...parsed, codes: [from, ...targets] }, options))];
}

/** `config base EUR` sets, `config base` gets; the key must not appear on a screen. */
function settingOf([name = '', ...values]: readonly string[]): readonly Hint[] {
  if (!keyNames.some((key) => key === name)) return [];
  if (name === 'app_id') return [ratebook('config', 'set', name)];
  return [ratebook('config', ...(values.length > 0 ? ['set', name, values.join()] : ['get', name]))];
}
