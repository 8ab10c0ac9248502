import { InvalidArgumentError } from 'commander';
import { dayForms } from '../../annotate/days.ts';
import { recordsFormats } from '../../output/formats.ts';
import { decimalMarks } from '../../rates/decimal.ts';
import { days, type Given, inOutput, inWhat, numberLike, output, voice, what } from '../options.ts';

export const options = [
  each('--date <column>', 'column with the day of each row, or one day for all rows'),
  each('--amount <columns>', 'column with the amount of each row, or two, debits first: Debit,Credit'),
  each('--from <column>', 'column with the currency of the amount, or one code for all rows'),
  needed(
    '--to <columns>',
    'column with the currency to convert to, or one or more codes for all rows: EUR,USD',
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

function needed<Flags extends string>(flags: Flags, meaning: string) {
  return () => inWhat(flags, meaning).makeOptionMandatory();
}

/** May be given again, for another amount of the row. */
function each<Flags extends string>(flags: Flags, meaning: string) {
  const collected = (text: string, before: readonly string[] | undefined) => [...(before ?? []), text];
  return () => inWhat(flags, meaning).argParser(collected).makeOptionMandatory();
}

/** One byte that is neither a quote nor a line end. */
function delimiterSign(text: string): string {
  const sign = /^(tab|\\t)$/i.test(text) ? '\t' : text;
  if (!/^[^"\r\n\x80-\uffff]$/.test(sign))
    throw new InvalidArgumentError('is not one ASCII character, nor tab');
  return sign;
}
