import type { Command, Option } from 'commander';
import type { Definition, MakeOption, Command as TypedCommand } from '../commands/definition.ts';
import { headings } from '../commands/options.ts';
import { choiceOf } from '../config/choice.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import type { RatebookCommand } from './command.ts';

/** Adds a command and those below it; its action passes the exit code to `finish`. */
export function addCommand(
  parent: RatebookCommand,
  definition: Definition,
  cli: Cli,
  finish: (code: ExitCode) => void,
): void {
  const { name, use = '', summary = '', description, examples, commands = [], options = [] } = definition;
  const { shape, run } = definition;
  const command = parent
    .command(name)
    .helpGroup(use)
    .summary(summary)
    .description(description) as RatebookCommand;
  command.examples = examples;
  if (options.length > 0) addWhenRead(command, options);
  shape?.(command as unknown as TypedCommand, cli);
  if (run)
    command.action(async (...words: unknown[]) => {
      // Commander adds the options and the command to the arguments
      const [given, ...args] = [words.at(-2) as object, ...words.slice(0, -2)];
      finish(await run(cli, given, args));
    });
  if (commands.length > 0) command.helpCommand('help [command]', 'Describe a command.');
  for (const below of commands) addCommand(command, below, cli, finish);
}

function addWhenRead(command: Command, makers: readonly MakeOption[]): void {
  const value: Option[] = [];
  const get = () => {
    Object.defineProperty(command, 'options', { value });
    for (const option of byHeading(makers.map((make) => make() as Option)))
      command.addOption(withChoices(option));
    return value;
  };
  Object.defineProperty(command, 'options', { get, configurable: true });
}

/** As help groups them. */
function byHeading(options: readonly Option[]): Option[] {
  const order: readonly string[] = headings;
  const place = ({ helpGroupHeading = '' }: Option) => order.indexOf(helpGroupHeading);
  return options.toSorted((one, other) => place(one) - place(other));
}

/** Commander would refuse upper case. */
function withChoices(option: Option): Option {
  const { argChoices: choices, long } = option;
  return choices ? option.argParser((text) => choiceOf(text, choices, `${long}`)) : option;
}
