import { Command, type ErrorOptions, type Option } from 'commander';
import { unknownCommand, usageFailure } from './usage-failure.ts';

/** Commander's, but what it finds wrong is told in our words. */
export class RatebookCommand extends Command {
  override createCommand(name?: string): Command {
    return new RatebookCommand(name);
  }

  override error(message: string, options: ErrorOptions = {}): never {
    throw usageFailure(this, options.code ?? '', message);
  }

  /** Commander would answer `help bogus` with the help of what stands above. */
  refuseUnknownTopic(argv: readonly string[]): void {
    const [word, ...rest] = argv;
    const child = this.commands.find((command) => command.name() === word);
    if (word === 'help') refuse(this, rest);
    else if (child instanceof RatebookCommand) child.refuseUnknownTopic(rest);
  }
}

function refuse(command: Command, [topic, ...rest]: readonly string[]): void {
  if (topic === undefined || topic.startsWith('-') || command.commands.length === 0) return;
  const child = command.commands.find((other) => other.name() === topic);
  if (!child && topic !== 'help') throw unknownCommand(command, topic);
  if (child) refuse(child, rest);
}

/** Most commands of the tree are never run: their options are made when somebody first reads them. */
export function addWhenRead(command: Command, make: () => readonly Option[]): Command {
  const value: Option[] = [];
  const get = () => {
    Object.defineProperty(command, 'options', { value });
    for (const option of make()) command.addOption(option);
    return value;
  };
  return Object.defineProperty(command, 'options', { get, configurable: true });
}
