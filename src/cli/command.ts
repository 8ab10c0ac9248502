import { Command, type ErrorOptions, type Option } from 'commander';
import type { App } from '../app.ts';
import {
  type Definition,
  type Example,
  headings,
  isRateRule,
  ruleMeanings,
  type Command as TypedCommand,
} from '../commands/options.ts';
import { choiceOf } from '../config/choice.ts';
import type { ExitCode } from '../errors.ts';
import { childOf } from './help.ts';
import { unknownCommand, usageFailure } from './usage-failure.ts';

/** Commander's command, with usage errors as failures. */
export class RatebookCommand extends Command {
  examples: readonly Example[] = [];
  /** Help or the version, for the terminal or a pager. */
  printed = '';

  override createCommand(name?: string): RatebookCommand {
    return new RatebookCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    throw usageFailure(this, options?.code, message);
  }
}

/** Commander would answer `help bogus` with the help of the parent command. */
export function refuseUnknownTopic(program: Command, argv: readonly string[]): void {
  let command = program;
  let isHelp = false;
  for (const word of argv) {
    const child = childOf(command, word);
    if (word === 'help' && command.commands.length > 0) isHelp = true;
    else if (child) command = child;
    else if (!isHelp) return;
    else if (!word.startsWith('-')) throw unknownCommand(command, word);
  }
}

export function commandOf(
  parent: RatebookCommand,
  { name, description, examples, commands = [], options = [], shape, run }: Definition,
  app: App,
  finish: (code: ExitCode) => void,
): RatebookCommand {
  const command = parent.createCommand(name).copyInheritedSettings(parent);
  command.description(description);
  command.examples = examples;
  const typedOptions = options as readonly Option[];
  for (const heading of [undefined, ...headings])
    for (const option of typedOptions.filter(({ helpGroupHeading }) => helpGroupHeading === heading))
      command.addOption(withChoices(option));

  shape?.(command as unknown as TypedCommand, app);
  if (run)
    command.action(async (...words: unknown[]) => {
      // Commander adds the options and the command to the arguments
      const options = words.at(-2) as object;
      finish(await run(app, options, words.slice(0, -2)));
    });

  for (const below of commands) command.addCommand(commandOf(command, below, app, finish));
  if (commands.length > 0) command.helpCommand('help [command]', 'Describe a command.');
  return command;
}

/** Commander would refuse upper case. */
function withChoices(option: Option) {
  const { argChoices: choices, long } = option;
  const listed = isRateRule(option) ? ruleMeanings.map(([rule]) => rule) : undefined;
  return choices ? option.argParser((text) => choiceOf(text, choices, `${long}`, listed)) : option;
}
