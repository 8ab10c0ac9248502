import type { Command, Option } from 'commander';
import { choiceOf } from '../config/choice.ts';
import { type OptionName, optionNames, options } from './options.ts';

export function addOptions(command: Command, names: readonly OptionName[]): Command {
  command.optionsGroup('Run:');
  for (const name of optionNames) if (names.includes(name)) command.addOption(withChoices(options[name]()));
  return command;
}

/** Commander would refuse upper case. */
function withChoices(option: Option): Option {
  const { argChoices: choices, long } = option;
  return choices ? option.argParser((text) => choiceOf(text, choices, `${long}`)) : option;
}
