import type { Command, Option } from 'commander';
import { choiceOf } from '../config/choice.ts';
import { type OptionName, optionNames, options } from './options.ts';

/** In the order in which help lists them. */
export function addOptions(command: Command, names: readonly OptionName[]): Command {
  return addWhenRead(command.optionsGroup('Run:'), () =>
    optionNames.filter((name) => names.includes(name)).map((name) => withChoices(options[name]())),
  );
}

/** Commander would refuse upper case. */
function withChoices(option: Option): Option {
  const { argChoices: choices, long } = option;
  return choices ? option.argParser((text) => choiceOf(text, choices, `${long}`)) : option;
}

/** Most commands of the tree are never run: their options are made when somebody first reads them. */
function addWhenRead(command: Command, make: () => readonly Option[]): Command {
  const value: Option[] = [];
  const get = () => {
    Object.defineProperty(command, 'options', { value });
    for (const option of make()) command.addOption(option);
    return value;
  };
  return Object.defineProperty(command, 'options', { get, configurable: true });
}
