import { Command, type ErrorOptions, type Option } from 'commander';
import {
  type Definition,
  type Example,
  type MakeOption,
  type Command as TypedCommand,
  toldChoicesOf,
} from '../commands/definition.ts';
import { headings } from '../commands/options.ts';
import { choiceOf } from '../config/choice.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { childOf, type Finding } from './help.ts';
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

/** Makes a command when it is named, or all of them when somebody reads the list: most runs need one. */
export function addCommands(
  parent: RatebookCommand,
  definitions: readonly Definition[],
  cli: Cli,
  finish: (code: ExitCode) => void,
): void {
  const made = new Map<Definition, Command>();
  const make = (definition: Definition) => {
    const command = made.get(definition) ?? commandOf(parent, definition, cli, finish);
    made.set(definition, command);
    return command;
  };

  const commands: Command[] = [];
  for (const [at, definition] of definitions.entries())
    Object.defineProperty(commands, at, { get: () => make(definition) });
  Object.defineProperty(parent, 'commands', { value: commands });
  const finding: Finding = {
    _findCommand: (name) => {
      const named = definitions.find((definition) => definition.name === name);
      return named && make(named);
    },
  };
  Object.assign(parent, finding);
}

function commandOf(
  parent: RatebookCommand,
  definition: Definition,
  cli: Cli,
  finish: (code: ExitCode) => void,
): Command {
  const { name, use = '', summary = '', description, examples, commands = [], options = [] } = definition;
  const { shape, run } = definition;
  const command = parent.createCommand(name).copyInheritedSettings(parent);
  command.parent = parent;
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

  if (commands.length > 0) {
    addCommands(command, commands, cli, finish);
    command.helpCommand('help [command]', 'Describe a command.');
  }
  return command;
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
  const told = toldChoicesOf(option)?.lines.map(([choice]) => choice);
  return choices ? option.argParser((text) => choiceOf(text, choices, `${long}`, told)) : option;
}
