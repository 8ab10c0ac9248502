import { lastFinishedDay } from '../../calendar/day.ts';
import { writtenDay, writtenPeriod } from '../../calendar/parse.ts';
import { everyNames, periodOf, spanOf } from '../../calendar/period.ts';
import {
  conversionArguments,
  conversionIn,
  type SortedWords,
  sortWords,
  wholeDays,
} from '../../convert/words.ts';
import { hundredthIn } from '../../currencies/units.ts';
import { readAmount, withWholeAmount } from '../../rates/amount.ts';
import { isOption, type Typed, type TypedOption } from './typed.ts';

/** What days, amounts and codes without a command can only mean, if one day is enough for it. */
export function onlyMeaning(line: Typed, now: number): Typed | undefined {
  const { words, options } = line;
  const meant = onlyConversion(line, now);
  if (meant) return meant;

  const sorted = sortWords(words, now);
  // what is no code, or no amount in its pieces, is refused as `convert` refuses it
  const isRefused = (!sorted || sorted.shape.startsWith('aa')) && isConversion(withWholeAmount(words));
  if (isRefused) return { words: ['convert', ...words], options };
  if (!sorted || !/^d[?]?$/.test(sorted.shape) || sorted.codes.length > 0) return undefined;
  return { words: ['historical', ...sorted.dates.map(({ text }) => text)], options };
}

/** Also after `convert`, which may lack an amount. */
export function onlyConversion({ words, options }: Typed, now: number): Typed | undefined {
  const command = words[0] === 'convert' ? words[0] : undefined;
  const typed = command ? words.slice(1) : words;
  const asTyped = { words: ['convert', ...typed], options };
  const day = options.find(isOption('--on'))?.value;
  if (day && !writtenDay(day, now)) {
    const others = wholeDays(day, typed).map((way) => way.others);
    // of a period the mean may be meant
    const ways = writtenPeriod(day, now) ? others : [typed, ...others];
    return ways.some((way) => conversionIn(way, now, 'convert')) ? asTyped : undefined;
  }

  // `7d` is a day where an amount says that one is meant
  const mayEndWithDay =
    /^a\D+w$/.test(sortWords(typed, now)?.shape ?? '') && /[dwmy]$/i.test(typed.at(-1) ?? '');
  const said = conversionIn(typed, now, command) ?? (mayEndWithDay && conversionIn(typed, now, 'convert'));
  if (!said) return undefined;
  if (said.on && day) return asTyped;

  const on = said.on ? [{ flag: '--on', value: said.on }] : [];
  return { words: ['convert', ...conversionArguments(said)], options: [...on, ...options] };
}

function isConversion([amount = '', ...typed]: readonly string[]): boolean {
  const end = typed.indexOf('on');
  const words = typed.slice(0, end < 0 ? undefined : end);
  const isAmount = readAmount(amount).is !== 'unreadable' || /^\d+ \d/.test(amount);
  return isAmount && words.length > 1 && words.every((word) => /^(?:\p{L}+\.?|=)$/u.test(word));
}

/** What days, amounts and codes mean in any order, after a command or without. */
export function ratesMeant({ words, options }: Typed, now: number): Typed | undefined {
  const command = ['historical', 'series', 'latest', 'convert'].find((name) => name === words[0]);
  const sorted = sortWords(command ? words.slice(1) : words, now, command);
  if (!sorted || sorted.shape.includes('?')) return undefined;

  const { dates, amounts, codes, newest, shape } = sorted;
  const isPlain = !command && !newest && codes.length > 1 && /^[^dw]+d?$/.test(shape);
  if (command === 'convert' || amounts.length > 0 || isPlain) return conversion(sorted, options, now);

  const target = newest ? 'latest' : datesCommand(sorted, command);
  if (!target) return undefined;
  const saysLatest = newest || command === 'latest' || codes.length > 0;
  if (target === 'latest' && (dates.length > 0 || !saysLatest)) return undefined;

  const days = dates.length === 0 && target === 'series' ? ['30d'] : dates.map(({ text }) => text);
  const currencies = codes.map((code) => hundredthIn(code)?.code ?? code);
  const withCodes = isOfPair(sorted, target, options)
    ? withBase(options, { ...sorted, codes: currencies })
    : withSymbols(options, currencies);
  return withCodes && { words: [target, ...days], options: withCodes };
}

/** Of several codes for a series, the first is the base if one may be the usual base, whose rate is 1. */
function isOfPair({ shape, codes }: SortedWords, target: string, options: readonly TypedOption[]): boolean {
  const mayBeBase = codes.length > 1 && codes.some((code) => /^(?:USD|EUR)$/.test(code));
  const isOpen = target === 'series' && !options.some((option) => isSymbols(option) || isBase(option));
  return shape.includes('p') || (isOpen && (mayBeBase || shape.includes('cc')));
}

function datesCommand({ dates, codes, range }: SortedWords, command?: string): string | undefined {
  if (dates.length === 0) return command === 'series' && codes.length > 0 ? command : 'latest';
  const isRange = range || dates.some(({ whole }) => whole);
  if (dates.length > 2) return isRange ? undefined : 'historical';
  return isRange || command === 'series' ? 'series' : 'historical';
}

function conversion(
  { dates, amounts, codes }: SortedWords,
  options: readonly TypedOption[],
  now: number,
): Typed | undefined {
  const [day, ...more] = dates;
  const [from, ...to] = codes;
  const on = options.find(isOn)?.value;
  if (!from || amounts.length > 1 || more.length > 0 || (day && on)) return undefined;
  if (to.length === 0 && (amounts.length === 0 || on)) return undefined;

  const mean = meanIn(day?.text ?? on ?? '', now);
  if (day?.whole && !mean && !/^\d+[dwmy]$/.test(day.text)) return undefined;
  const isRuled = options.some(isOption('--rate'));
  const placed = mean?.slice(0, isRuled ? 1 : 2) ?? (day ? [{ flag: '--on', value: day.text }] : []);
  const other = from === 'USD' ? 'EUR' : 'USD';
  return {
    words: [
      'convert',
      ...conversionArguments({ amount: amounts[0], from, to: to.length > 0 ? to : [other] }),
    ],
    options: [...placed, ...options.filter((option) => !(mean && isOn(option)))],
  };
}

/** Of a month, quarter or year that is over: its last day, and the rule. */
function meanIn(text: string, now: number): TypedOption[] | undefined {
  const { first, last } = (!writtenDay(text, now) && writtenPeriod(text, now)) || {};
  if (!first || !last || last > lastFinishedDay(now)) return undefined;
  const every = everyNames.find((name) => periodOf(first, name).name === spanOf(first, last)?.name);
  if (!every || every === 'week') return undefined;
  return [
    { flag: '--on', value: last },
    { flag: '--rate', value: `${every}-mean` },
  ];
}

const isOn = isOption('--on');
const isSymbols = isOption('-s', '--symbols');
const isBase = isOption('-b', '--base');

function withSymbols(options: readonly TypedOption[], codes: readonly string[]): readonly TypedOption[] {
  if (codes.length === 0) return options;

  const before = options.filter(isSymbols).flatMap(({ value = '' }) => value.split(/[\s,]+/));
  const value = [...new Set([...before.filter((code) => code && code !== '*'), ...codes])].join(',');
  const isAlone = value === 'USD' && !options.some(isBase);
  const base = isAlone ? [{ flag: '-b', value: 'EUR' }] : [];
  return [...options.filter((option) => !isSymbols(option)), ...base, { flag: '-s', value }];
}

function withBase(options: readonly TypedOption[], { shape, codes: [base, ...symbols] }: SortedWords) {
  const isMore = shape.includes('p') && symbols.length > 1;
  if (isMore || options.some(isSymbols) || options.some(isBase)) return undefined;
  return [...options, { flag: '-b', value: base }, { flag: '-s', value: symbols.join(',') }];
}

/** For what needs a currency, and a base that is another one whatever the usual base is. */
export function withSomeSymbol({ words, options }: Typed): Typed {
  const base = options.find(isBase)?.value?.toUpperCase();
  const symbols = options.find(isSymbols)?.value?.toUpperCase();
  const needsBase = base === undefined && (symbols === undefined || symbols === 'EUR');
  const added = symbols === undefined ? [{ flag: '-s', value: base === 'EUR' ? 'USD' : 'EUR' }] : [];
  return { words, options: [...(needsBase ? [{ flag: '-b', value: 'USD' }] : []), ...options, ...added] };
}
