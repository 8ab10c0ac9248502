import { define } from '../definition.ts';
import { annotating, options } from './door.ts';

export const annotate = define({
  name: 'annotate',
  use: 'Rates:',
  summary: "a CSV file, each row with its own day's rate",
  description:
    'A CSV file of transactions, each row with the rate of its own day. Needs --date, --amount, --from and --to.',
  examples: [
    ['ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR', 'columns by their names'],
    ['ratebook annotate - --date Day --amount Sum --from USD --to EUR < in.csv', 'one currency for all rows'],
  ],
  options,
  shape: (command) => command.argument('<file>', 'a CSV file with a header; - is stdin'),
  run: async (cli, given, [file]) => (await import('./annotate.ts')).annotate(file, annotating(given), cli),
});
