import { dayForms } from '../../annotate/days.ts';
import { decimalMarks } from '../../rates/decimal.ts';
import { define, Option, uses } from '../definition.ts';
import { termsOf } from '../door.ts';
import { delimiterSign } from '../option-values.ts';
import { days, output, under, voice, what } from '../options.ts';

const columns = under('What:', {
  date: () => new Option('--date <column>', 'column with the day of each row').makeOptionMandatory(),
  amount: () => new Option('--amount <column>', 'column with the amount of each row').makeOptionMandatory(),
  from: () =>
    new Option(
      '--from <column>',
      'column with the currency of the amount, or one code for all rows',
    ).makeOptionMandatory(),
  to: () =>
    new Option(
      '--to <column>',
      'column with the currency to convert to, or one code for all rows',
    ).makeOptionMandatory(),
});

const reading = under('What:', {
  dateFormat: () =>
    new Option('--date-format <form>', 'how all days are written (default: as each looks)').choices(dayForms),
  decimal: () =>
    new Option(
      '--decimal <mark>',
      'of the amounts (default: as they look) and the added numbers (a point)',
    ).choices(decimalMarks),
  delimiter: () =>
    new Option(
      '--delimiter <sign>',
      'what is between the cells, such as , ; | or tab (default: as the header looks)',
    ).argParser(delimiterSign),
});

const writing = under('Output:', {
  prefix: () => new Option('--prefix <text>', 'put this before the names of the added columns, such as fx_'),
});

const options = [
  columns.date,
  columns.amount,
  columns.from,
  columns.to,
  ...days,
  what.rate,
  reading.dateFormat,
  reading.decimal,
  reading.delimiter,
  output.output,
  writing.prefix,
  ...voice,
] as const;

export const annotate = define({
  name: 'annotate',
  use: uses.rates,
  summary: "a CSV file, each row with its own day's rate",
  description:
    'A CSV file of transactions, each row with the rate of its own day. Needs --date, --amount, --from and --to.',
  examples: [
    ['ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR', 'columns by their names'],
    ['ratebook annotate - --date Day --amount Sum --from USD --to EUR < in.csv', 'one currency for all rows'],
  ],
  options,
  shape: (command) => command.argument('<file>', 'a CSV file with a header; - is stdin'),
  run: async (cli, given, [file]) => {
    const { date, amount, from, to, delimiter, dateFormat, decimal, rate: rule, prefix } = given;
    const columns = { date, amount, from, to };
    const writing = { rule, prefix, output: given.output, terms: termsOf(given) };
    const annotating = { columns, delimiter, dateFormat, decimal, ...writing };
    return (await import('./annotate.ts')).annotate(file, annotating, cli);
  },
});
