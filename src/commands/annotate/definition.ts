import { Failure } from '../../errors.ts';
import { type Command, define } from '../options.ts';
import { options } from './options.ts';

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
  shape: (command) =>
    withEachOnce(command).argument('<file>', 'a CSV file or an .xlsx workbook with a header; - is stdin'),
  run: async (cli, given, [file]) => (await import('./annotate.ts')).annotate(file, given, cli),
});

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
