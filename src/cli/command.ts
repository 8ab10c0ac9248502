import { Command, type ErrorOptions, type Option } from 'commander';
import type { Definition, Example, MakeOption, Command as TypedCommand } from '../commands/definition.ts';
import { headings } from '../commands/options.ts';
import { choiceOf } from '../config/choice.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { childOf } from './help.ts';
import { unknownCommand, usageFailure } from './words/usage-failure.ts';

/** Commander's, but what it finds wrong is told in our words. */
export class RatebookCommand extends Command {
  examples: readonly Example[] = [];
  /** Help or the version, for the terminal or a pager. */
  printed = '';

  override createCommand(name?: string): RatebookCommand {
    return new RatebookCommand(name);
  }

  override error(message: string, options: ErrorOptions = {}): never {
    throw usageFailure(this, options.code ?? '', message);
  }
}

/** Commander would answer `help bogus` with the help of what stands above. */
export function refuseUnknownTopic(command: Command, words: readonly string[], isTopic = false): void {
  const [word, ...rest] = words;
  if (word === undefined) return;

  const child = childOf(command, word);
  if (word === 'help' && !isTopic && command.commands.length > 0) refuseUnknownTopic(command, rest, true);
  else if (child) refuseUnknownTopic(child, rest, isTopic);
  else if (isTopic && word.startsWith('-')) refuseUnknownTopic(command, rest, true);
  else if (isTopic && word !== 'help') throw unknownCommand(command, word);
}

export function addCommand(
  parent: RatebookCommand,
  definition: Definition,
  cli: Cli,
  finish: (code: ExitCode) => void,
): void {
  const { name, use = '', summary = '', description, examples, commands = [], options = [] } = definition;
  const { shape, run } = definition;
  const command = parent.command(name) as RatebookCommand;
  command.helpGroup(use).summary(summary).description(description);
  command.examples = examples;

  if (options.length > 0) addWhenRead(command, options);
  shape?.(command as unknown as TypedCommand, cli);
  if (run)
    command.action(async (...words: unknown[]) => {
      // Commander adds the options and the command to the arguments
      const given = words.at(-2) as object;
      finish(await run(cli, given, words.slice(0, -2)));
    });

  if (commands.length > 0) command.helpCommand('help [command]', 'Describe a command.');
  for (const below of commands) addCommand(command, below, cli, finish);
}

/** Makes the options when somebody first reads them, in the order of their headings. */
function addWhenRead(command: Command, makers: readonly MakeOption[]): void {
  const value: Option[] = [];
  const get = () => {
    Object.defineProperty(command, 'options', { value });
    const options = makers.map((make) => make() as Option);
    for (const heading of [undefined, ...headings]) {
      const under = options.filter((option) => option.helpGroupHeading === heading);
      for (const option of under) command.addOption(withChoices(option));
    }
    return value;
  };
  Object.defineProperty(command, 'options', { get, configurable: true });
}

/** Commander would refuse upper case. */
function withChoices(option: Option): Option {
  const { argChoices: choices, long } = option;
  return choices ? option.argParser((text) => choiceOf(text, choices, `${long}`)) : option;
}
