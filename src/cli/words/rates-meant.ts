import { readAmount } from '../../rates/amount.ts';
import { hundredthIn } from '../../rates/units.ts';
import { type SortedWords, sortWords } from './sorted-words.ts';
import { isOption, type Typed, type TypedOption } from './typed.ts';

/** What days, amounts and codes without a command can only mean, if it costs one request at most. */
export function onlyMeaning({ words, options }: Typed, now: number): Typed | undefined {
  const sorted = sortWords(words, now);
  const mayCostMore = options.some(({ flag, value }) => flag === '--rate' && value !== 'day');
  if (mayCostMore) return undefined;
  // what is no code is refused as `convert` refuses it
  if (!sorted) return isConversion(words) ? { words: ['convert', ...words], options } : undefined;
  const { shape, dates } = sorted;
  if (/^d[?]?$/.test(shape)) return { words: ['historical', ...dates.map(({ text }) => text)], options };
  return /^a?(p|[c?][c?l]+)(d[?]?)?$/.test(shape) ? conversion(sorted, options) : undefined;
}

function isConversion([amount = '', ...words]: readonly string[]): boolean {
  const isAmount = readAmount(amount).is !== 'unreadable';
  return isAmount && words.length > 1 && words.every((word) => /^\p{L}+$/u.test(word));
}

/** What days, amounts and codes mean in any order, after a command or without. */
export function ratesMeant({ words, options }: Typed, now: number): Typed | undefined {
  const command = ['historical', 'series', 'latest', 'convert'].find((name) => name === words[0]);
  const sorted = sortWords(command ? words.slice(1) : words, now, command);
  if (!sorted || sorted.shape.includes('?')) return undefined;
  const { dates, amounts, codes, newest, shape } = sorted;
  const isPlain = !command && !newest && codes.length > 1 && /^[^dw]+d?$/.test(shape);
  if (command === 'convert' || amounts.length > 0 || isPlain) return conversion(sorted, options);
  const target = newest ? 'latest' : datesCommand(sorted, command);
  if (!target || (target === 'latest' && (dates.length > 0 || (!newest && codes.length === 0 && command !== target))))
    return undefined;
  const days = dates.length === 0 && target === 'series' ? ['30d'] : dates.map(({ text }) => text);
  const currencies = codes.map((code) => hundredthIn(code)?.code ?? code);
  const withCodes = shape.includes('p') ? withPair(options, currencies) : withSymbols(options, currencies);
  return withCodes && { words: [target, ...days], options: withCodes };
}

function datesCommand({ dates, codes, range }: SortedWords, command?: string): string | undefined {
  if (dates.length === 0) return command === 'series' && codes.length > 0 ? command : 'latest';
  const isRange = range || dates.some(({ whole }) => whole);
  if (dates.length > 2) return isRange ? undefined : 'historical';
  return isRange || command === 'series' ? 'series' : 'historical';
}

function conversion({ dates, amounts, codes }: SortedWords, options: readonly TypedOption[]): Typed | undefined {
  const [day, ...more] = dates;
  const isPeriod = day?.whole && !/^\d+[dwmy]$/.test(day.text);
  const [from, ...to] = codes;
  if (!from || amounts.length > 1 || more.length > 0 || isPeriod) return undefined;
  if (to.length === 0 && (amounts.length === 0 || options.some(isOption('--on')))) return undefined;
  if (day && options.some(isOption('--on'))) return undefined;
  const on = day ? [{ flag: '--on', value: day.text }] : [];
  const other = from === 'USD' ? 'EUR' : 'USD';
  return {
    words: ['convert', amounts[0] ?? '1', from, ...(to.length > 0 ? to : [other])],
    options: [...options, ...on],
  };
}

const isSymbols = isOption('-s', '--symbols');
const isBase = isOption('-b', '--base');

function withSymbols(options: readonly TypedOption[], codes: readonly string[]): readonly TypedOption[] {
  if (codes.length === 0) return options;
  const before = options.filter(isSymbols).flatMap(({ value = '' }) => value.split(/[\s,]+/));
  const value = [...new Set([...before.filter((code) => code && code !== '*'), ...codes])].join(',');
  return [...options.filter((option) => !isSymbols(option)), { flag: '-s', value }];
}

function withPair(options: readonly TypedOption[], [from, to, ...more]: readonly string[]) {
  if (more.length > 0 || options.some((option) => isSymbols(option) || isBase(option))) return undefined;
  return [...options, { flag: '-b', value: from }, { flag: '-s', value: to }];
}

/** For what needs a currency and was given none. */
export function withSomeSymbol({ words, options }: Typed): Typed {
  if (options.some(isSymbols)) return { words, options };
  const isEuro = options.some((option) => isBase(option) && option.value?.toUpperCase() === 'EUR');
  return { words, options: withSymbols(options, [isEuro ? 'USD' : 'EUR']) };
}
