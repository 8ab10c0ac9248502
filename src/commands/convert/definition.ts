import { type Command, define } from '../definition.ts';
import { options } from './options.ts';

export const convert = define({
  name: 'convert',
  use: 'Rates:',
  summary: 'an amount in other currencies',
  description: "An amount in other currencies, at a day's rate.",
  examples: [
    ['ratebook convert 250 EUR USD', 'at the newest rate'],
    ['ratebook convert 250 EUR USD CHF --on 2024-01-17', "at a day's rate"],
    ['ratebook convert 250 EUR USD -f value', 'the result alone'],
  ],
  options,
  shape: (command) =>
    withNegativeAmounts(command)
      .argument('<amount>', '250, 1,234.50, 1.234,50, -5')
      .argument('<from>', 'its currency')
      .argument('<to...>', 'one or more others'),
  run: async (cli, given, words) => (await import('./convert.ts')).convert(words, given, cli),
});

/** Commander takes `-1,234.50` for an option, but not if it starts with a typographic minus. */
function withNegativeAmounts(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  const takesValue = (word = '') =>
    command.options.some(({ required, short, long }) => required && [short, long].includes(word));
  const withMinus = (word: string) => word.replace(/^-(?=\s*[.,]?\d)/, '−');
  command.parseOptions = (words) =>
    parse(words.map((word, at) => (takesValue(words[at - 1]) ? word : withMinus(word))));
  return command;
}
