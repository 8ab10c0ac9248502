import type { Command } from 'commander';
import { sortWords } from '../../convert/words.ts';
import { childOf, examplesOf } from '../help.ts';
import { ratesMeant, withSomeSymbol } from './rates-meant.ts';
import { isOption, type Typed } from './typed.ts';

/** How a command begins here, what may follow it, and what people expect it to be called. */
export const otherNames: readonly (readonly [meant: string, example: string, words: string])[] = [
  ['', 'now', 'rates rate fx quote quotes price prices spot live get fetch show print query'],
  ['convert', '100 EUR USD', 'exchange change calc calculate conversion'],
  ['series', '30d', 'history historic timeseries time-series time_series range daily'],
  ['series -f chart', '30d', 'chart plot graph draw sparkline trend'],
  ['series --every week', 'last-quarter', 'weekly'],
  ['series --every month', 'last-quarter', 'average averages avg mean means monthly'],
  ['series -f csv', '30d', 'dump download csv'],
  ['series -o rates.xlsx', '30d', 'excel xlsx spreadsheet workbook'],
  ['series --dry-run', 'last-year', 'cost costs estimate budget'],
  // with a period; any other is that of `store`
  ['series -f csv', 'rates', 'export'],
  ['currencies', '', 'list ls symbols currency codes code search find lookup supported'],
  ['archive --status', '', 'status health healthcheck'],
  ['usage', '', 'quota status limit limits plan account requests remaining'],
  ['store info', '', 'cache data database db days stored'],
  ['store holes', '', 'gaps missing'],
  ['archive --help', '', 'cron crontab schedule'],
  ['archive --dry-run', '', 'update sync backup mirror pull fill backfill'],
  ['config set app_id', '', 'login auth setup init key apikey api-key api_key token signup register app_id'],
  ['config list', '', 'settings options preferences configure'],
  ['historical yesterday --demo', '', 'demo example'],
  ['latest --source ecb', '', 'ecb eurofxref'],
];

/** For what there is no format. */
const formats: Readonly<Record<string, readonly string[]>> = {
  chart: ['graph', 'plot', 'line'],
  ledger: ['hledger'],
  ndjson: ['json-lines', 'jsonl'],
  svg: ['gif', 'image', 'jpeg', 'jpg', 'pdf', 'picture', 'png', 'webp'],
  table: ['plain', 'pretty', 'text', 'txt'],
  xlsx: ['excel', 'ods', 'spreadsheet', 'workbook', 'xls'],
};

/** Of a first word that is no command; several if it may mean each of them. */
export function commandsElsewhere(line: Typed, program: Command, now: number): Typed[] {
  const [name = ''] = line.words;
  const rows = otherNames.filter(([, , words]) => words.split(' ').includes(name.toLowerCase()));
  const meant = rows.flatMap((row) => inPlaceOf(row, line, program, now) ?? []);
  return meant.length > 0 ? meant : below(line, program, now);
}

function inPlaceOf(
  [meant, example]: (typeof otherNames)[number],
  { words: [, ...rest], options }: Typed,
  program: Command,
  now: number,
): Typed | undefined {
  const [command = '', flag, value] = meant.split(' ');
  if (example === '') {
    const takesWords = childOf(program, meant)?.registeredArguments[0];
    const codes = sortWords(rest, now)?.codes;
    return { words: [...meant.split(' '), ...(takesWords ? (codes ?? rest) : [])], options };
  }

  const typed = rest.length > 0 ? rest : example.split(' ');
  const isPlaced =
    (flag === '-f' || flag === '-o') && options.some(isOption('-f', '--format', '-o', '--output'));
  const added = flag && !isPlaced ? [{ flag, value }] : [];
  const line = ratesMeant({ words: command ? [command, ...typed] : typed, options }, now);

  const needsSymbol = (rest.length === 0 && command !== 'convert') || value === 'chart';
  const whole = line && needsSymbol ? withSomeSymbol(line) : line;
  return whole && { words: whole.words, options: [...whole.options, ...added] };
}

/** `verify` is one of `store`; with a code, `info` may be about the currency. */
function below({ words: [name, ...rest], options }: Typed, program: Command, now: number): Typed[] {
  return program.commands.flatMap((parent) =>
    parent.commands.flatMap((child) => {
      if (child.name() !== name) return [];
      const lacks = rest.length === 0 && child.registeredArguments.some(({ required }) => required);
      const example = examplesOf(child)[0]?.[0] ?? '';
      if (lacks) return { words: example.split(' ').slice(1), options };

      // the key must not appear on a screen
      const args = rest.includes('app_id') ? ['app_id'] : rest;
      const line = { words: [parent.name(), name], options };
      if (child.registeredArguments.length > 0) return { ...line, words: [...line.words, ...args] };
      const codes = rest.length > 0 ? sortWords(rest, now)?.codes : undefined;
      return codes ? [{ ...line, words: ['currencies', ...codes] }, line] : line;
    }),
  );
}

/** The same line with a format that there is. */
export function formatElsewhere({ words, options }: Typed): Typed | undefined {
  const isFormat = isOption('-f', '--format');
  const isOutput = isOption('-o', '--output');
  const path = options.find(isOutput)?.value ?? 'rates';
  const typed = options.find(isFormat)?.value ?? /\.(?!xls|ods)(\w+)$/.exec(path)?.[1] ?? '';
  const [format] = Object.entries(formats).find(([, names]) => names.includes(typed.toLowerCase())) ?? [];
  const isPicture = format === 'svg' || format === 'chart';
  if (!format || (isPicture && words[0] !== 'series')) return undefined;

  const isFile = format === 'svg';
  const file = `${path.replace(/\.\w+$/, '')}.svg`;
  const place = isFile ? { flag: '-o', value: file } : { flag: '-f', value: format };
  const others = options.filter((option) => !isFormat(option) && !(isFile && isOutput(option)));
  const line = isPicture ? withSomeSymbol({ words, options: others }) : { words, options: others };
  return { words, options: [...line.options, place] };
}
