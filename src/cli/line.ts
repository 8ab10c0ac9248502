import { lastFinishedDay } from '../calendar/day.ts';
import { writtenPeriod } from '../calendar/parse.ts';
import { keyNames } from '../config/settings.ts';
import { hundredthIn } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { type Hint, ratebook } from '../hint.ts';
import { readAmount } from '../rates/amount.ts';
import { lengthOfDate, type ParsedWords, parseWords } from './words.ts';

/** Options that have a value, of commands for rates. */
const valued =
  /^(-[fosb]|--(format|output|symbols|base|source|errors|store|on|rate|rates|every|take|digits|decimal|max-cost|concurrency))$/;

/** Words and options apart, wherever they stand: `-q usage`. The day of `--on` may be several words. */
function partsOf(argv: readonly string[], now: number) {
  const words: string[] = [];
  const options: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return { words: [...words, ...argv.slice(at + 1)], options };
    if (!/^-[^\d.,\s]/.test(word)) {
      words.push(word);
      continue;
    }
    options.push(word);
    if (!valued.test(word) || at + 1 === argv.length) continue;
    const rest = argv.slice(at + 1);
    const count = (word === '--on' && lengthOfDate(rest, now)) || 1;
    options.push(rest.slice(0, count).join(' '));
    at += count;
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
  if (first === 'convert') return conversionLine(rest, options, now);
  if (first === 'historical' && argv[0] === first) {
    const { shape, dates } = parseWords(rest, now, first);
    return /^[dD]+$/.test(shape) ? [first, ...dates, ...options] : argv;
  }
  if (commands.includes(first)) return argv[0] === first ? argv : [...words, ...options];

  const { shape, dates, isRange } = parseWords(words, now);
  // `2024 EUR USD` has an amount; what begins with one is a conversion, whatever follows
  if (/^(a.|w[c?]{2}|[cp?l](?!$)|[pl]$)/.test(shape)) return conversionLine(words, options, now);
  if (/^[c?]$/.test(shape)) return ['convert', ...words, ...options];
  if (shape.includes('n') && dates.length === 0) return ['latest', ...rest, ...options];
  if (shape.startsWith('u') || dates.length === 0) {
    const failure = commandElsewhere(words, options, now);
    if (failure) throw failure;
    return argv;
  }
  if (!isRange && !shape.startsWith('w'))
    return ['historical', ...(/^[dD]+$/.test(shape) ? dates : words), ...options];
  return ['series', ...(/^[dw]{1,2}$/.test(shape) ? dates : words), ...options];
}

/** `AMOUNT FROM TO…`, or `FROM in TO…` where the rate is asked for. */
function conversionLine(
  words: readonly string[],
  options: readonly string[],
  now: number,
): readonly string[] {
  const { shape, amounts, codes, dates } = parseWords(words, now, 'convert');
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
  const [from = '', ...to] = codes;
  const pair = amounts[0] === undefined ? [from, 'in', ...to] : [withMinus(amounts[0]), from, ...to];
  return ['convert', ...pair, ...options, ...(day ? ['--on', day] : [])];
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
function commandElsewhere(
  [name = '', ...words]: readonly string[],
  options: readonly string[],
  now: number,
): Failure | undefined {
  const templates = otherNames.filter(([, names]) => names.split(' ').includes(name.toLowerCase()));
  if (templates.length === 0) return undefined;
  const hints = templates.flatMap(([template]) => filled(template, words, options, now) ?? []);
  const message = `unknown command ${JSON.stringify(name)}`;
  // nobody but the user can choose among several
  return new Failure('unknown_command', message, ...(hints.length > 1 ? hints.map(String) : hints));
}

/** Undefined where it would drop what was typed. */
function filled(template: string, words: readonly string[], options: readonly string[], now: number) {
  const [command = '', ...others] = template.split(' ');
  const star = others.indexOf('*');
  // the key must not appear on a screen
  const isWhole = command === 'config' || words.length + options.length === 0;
  if (star < 0) return isWhole ? ratebook(command, ...others) : undefined;
  const parsed = parseWords(words, now);
  const { shape, codes, dates } = parsed;
  if (/[au]/.test(shape) || (command !== 'series' && /w/.test(shape))) return undefined;
  if (command === 'currencies') return dates.length > 0 ? undefined : ratebook(command, ...codes, ...options);

  const isGiven = (flags: RegExp) => options.some((word) => flags.test(word));
  const flags = others.slice(star + 1);
  const isPlaced = isGiven(/^(-[fo]|--(format|output))$/) && /^-[fo]$/.test(flags[0] ?? '');
  // a chart has a few currencies
  const needsCode = flags.includes('chart') && codes.length === 0 && !isGiven(/^(-[bs]|--(base|symbols))$/);
  const view = needsCode ? ['-b', 'USD', '-s', 'EUR'] : [];
  const days = dates.length > 0 ? dates : others.slice(0, star);
  return ratebook(command, ...days, ...viewOf(parsed), ...view, ...options, ...(isPlaced ? [] : flags));
}

/** Currencies as a command for rates takes them. */
function viewOf({ shape, codes }: ParsedWords): readonly string[] {
  // only amounts are in hundredths
  const published = codes.map((code) => hundredthIn(code)?.code ?? code);
  const [base = '', symbol = ''] = published;
  if (shape.includes('p') && codes.length === 2) return ['-b', base, '-s', symbol];
  return codes.length > 0 ? ['-s', published.join()] : [];
}

/** Flags of other programs whose value is an argument here. */
const argumentFlags =
  /^--(amount|date|day|start|end|year|month|period|pair|from|to|currency|currencies|quote)$/;

/** What to type where days, amounts and currencies stand at another place than the command has for them. */
export function hintsFor({ code }: Failure, argv: readonly string[], now: number): readonly Hint[] {
  const [command = '', ...others] = argv;
  if (command === 'config') return code === 'unknown_command' ? settingOf(others) : [];
  const isKnown = others.some((word) => argumentFlags.test(word) || /^-\d+[dwmy]$/i.test(word));
  if (code === 'bad_value' || (code === 'unknown_option' && !isKnown)) return [];
  const isPair = command !== 'convert' && others.includes('--from') && others.includes('--to');
  const line = others.flatMap((word, at) => {
    const isCode = isPair && /^[a-z]{3}$/i.test(others[at + 1] ?? '');
    if (isCode && /^--(from|to)$/.test(word)) return [word === '--to' ? '-s' : '-b'];
    if (command !== 'convert' && /^--(to|end)$/.test(word)) return ['to'];
    return argumentFlags.test(word) ? [] : [word];
  });
  const { words, options } = partsOf(line, now);
  const parsed = parseWords(words, now, command);
  if (/[uD?]/.test(parsed.shape) || (words.length === 0 && !isPair)) return [];
  if (command === 'convert') return conversionFor(parsed, options, code, now);
  return code === 'unknown_currency' ? [] : ratesFor(command, parsed, options);
}

function ratesFor(command: string, parsed: ParsedWords, options: readonly string[]): readonly Hint[] {
  const { dates, amounts, codes, isRange, shape } = parsed;
  const isTwice = shape.includes('p') && options.some((word) => /^(-[bs]|--(base|symbols))$/.test(word));
  if (!/^(historical|series|latest)$/.test(command) || amounts.length > 0 || isTwice) return [];

  const isSeries = isRange || shape.includes('w') || command === 'series';
  if (isSeries && dates.length > 2) return [];
  const noDays = isSeries ? ['series', '30d'] : ['latest'];
  const days = dates.length > 0 ? [isSeries ? 'series' : 'historical', ...dates] : noDays;
  const at = codes.length > 0 ? options.findIndex((word) => /^(-s|--symbols)$/.test(word)) : -1;
  const before = at < 0 ? [] : (options[at + 1] ?? '').split(',').filter((code) => code !== '*');
  const view = viewOf({ ...parsed, codes: [...before, ...codes] });
  return [ratebook(...days, ...view, ...(at < 0 ? options : options.toSpliced(at, 2)))];
}

/** The amount first; a month or a year that is over as its mean. */
function conversionFor(
  { amounts, codes, dates, shape }: ParsedWords,
  options: readonly string[],
  code: string,
  now: number,
): readonly Hint[] {
  const [amount] = amounts;
  const [from = '', ...to] = codes;
  const [day] = dates;
  const isRead = amount === undefined || readAmount(amount).is === 'read';
  const isTwice = day !== undefined && options.includes('--on');
  const isElsewhere = code === 'bad_day' || (code === 'unknown_currency' && !shape.includes('w'));
  if (!from || isElsewhere || !isRead || amounts.length > 1 || dates.length > 1 || isTwice) return [];
  if (amount === undefined && to.length === 0) return [ratebook('latest', '-s', from, ...options)];

  const { last } = (day && shape.includes('w') && writtenPeriod(day, now)) || {};
  const isMean = last && last <= lastFinishedDay(now) && /^\d{4}(-\d\d)?$/.test(day ?? '');
  if (shape.includes('w') && !isMean) return [];
  const mean = isMean ? ['--on', last, '--rate', `${day?.length === 4 ? 'year' : 'month'}-mean`] : undefined;
  const on = mean ?? (day ? ['--on', day] : []);
  const targets = to.length > 0 ? to : [from === 'USD' ? 'EUR' : 'USD'];
  const pair = amount === undefined ? [from, 'in', ...targets] : [amount.replace('−', '-'), from, ...targets];
  return [ratebook('convert', ...pair, ...on, ...options)];
}

/** `config base EUR` sets, `config base` gets; the key must not appear on a screen. */
function settingOf([name = '', ...values]: readonly string[]): readonly Hint[] {
  if (!keyNames.some((key) => key === name)) return [];
  if (name === 'app_id') return [ratebook('config', 'set', name)];
  return [ratebook('config', ...(values.length > 0 ? ['set', name, values.join()] : ['get', name]))];
}
