import { InvalidArgumentError } from 'commander';
import { dayForms } from '../../annotate/days.ts';
import { Failure } from '../../errors.ts';
import { recordsFormats } from '../../output/formats.ts';
import { decimalMarks } from '../../rates/decimal.ts';
import {
  type Command,
  days,
  define,
  type Given,
  inOutput,
  inWhat,
  numberLike,
  output,
  voice,
  what,
} from '../options.ts';

const options = [
  each('--date <column>', 'column with the day of each row, or one day for all rows'),
  each('--amount <columns>', 'column with the amount of each row, or two, debits first: Debit,Credit'),
  each('--from <column>', 'column with the currency of the amount, or one code for all rows'),
  () =>
    inWhat(
      '--to <columns>',
      'column with the currency to convert to, or one or more codes for all rows: EUR,USD',
    ).makeOptionMandatory(),
  () =>
    inWhat('--side <column>', 'column that says debit or credit, after the --amount without signs').argParser(
      collected,
    ),
  what.rate,
  what.digits,
  what.rates,
  () => inWhat('--date-format <form>', 'how all days are written (default: as each looks)').choices(dayForms),
  () => inWhat('--sheet <name>', 'which sheet of a workbook (default: the one that has the columns)'),
  () =>
    inWhat('--year <year>', 'of all days, with --date-format DDMM').argParser(
      numberLike(/^\d{4}$/, 'a year'),
    ),
  () =>
    inWhat('--decimal <mark>', 'of the amounts and the added numbers (default: as the amounts look)').choices(
      decimalMarks,
    ),
  () =>
    inWhat(
      '--delimiter <sign>',
      'what is between the cells, such as , ; | or tab (default: as the header looks)',
    ).argParser(delimiterSign),
  () =>
    inWhat('--encoding <name>', 'of a CSV file, such as windows-1250 (default: UTF-8, else windows-1252)'),
  () => inWhat('--no-header', 'the file has no header: columns are named by their numbers'),
  ...days,
  output.output,
  () => inOutput('--receipts', 'also add how each rate was made: rule, derived, source, days, odd days'),
  () => inOutput('--check', 'list what no longer holds of a file that was annotated with these options'),
  () =>
    inOutput(
      '-f, --format <format>',
      'of what --check lists (default: table on a terminal, else csv)',
    ).choices(recordsFormats),
  () => inOutput('--prefix <text>', 'put this before the names of the added columns, such as fx_'),
  ...voice,
] as const;

export type Annotating = Given<typeof options>;

export const annotate = define({
  name: 'annotate',
  description:
    'A CSV file or workbook of transactions, each row with the rate of its own day. Needs --date, --amount, ' +
    '--from and --to; the first three may be given again, for another amount of the rows.',
  examples: [
    ['ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR', 'columns by their names'],
    ['ratebook annotate - --date Day --amount Sum --from USD --to EUR < in.csv', 'one currency for all rows'],
    ['ratebook annotate x.csv --date Day --amount Sum --from USD --to EUR --check', 'what no longer holds'],
  ],
  options,
  shape: (command) => withEachOnce(command).argument('<file>', 'a CSV file or an .xlsx workbook; - is stdin'),
  run: async (cli, given, [file]) => (await import('./annotate.ts')).annotate(file, given, cli),
});

function collected(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** May be given again, for another amount of the row. */
function each<Flags extends string>(flags: Flags, meaning: string) {
  return () => inWhat(flags, meaning).argParser(collected).makeOptionMandatory();
}

/** One byte that is neither a quote nor a line end. */
function delimiterSign(text: string): string {
  const sign = /^(tab|\\t)$/i.test(text) ? '\t' : text;
  if (!/^[^"\r\n\x80-\uffff]$/.test(sign))
    throw new InvalidArgumentError('is not one ASCII character, nor tab');
  return sign;
}

type SetOption = (key: string, value: unknown, source?: string) => unknown;

/** Commander would take the last of two. */
function withEachOnce(command: Command): Command {
  const set = command.setOptionValueWithSource.bind(command) as SetOption;
  const setOnce: SetOption = (key, value, source) => {
    const long = command.options.find((option) => option.attributeName() === key && option.required)?.long;
    const isOfMany = Array.isArray(value);
    if (long && !isOfMany && command.getOptionValueSource(key) === 'cli') {
      const both = `${long} ${command.getOptionValue(key)},${value}`;
      throw new Failure('options_conflict', `${long} is given twice`, ...(key === 'to' ? [both] : []));
    }
    return set(key, value, source);
  };
  return Object.assign(command, { setOptionValueWithSource: setOnce });
}
