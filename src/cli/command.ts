import { Command, type ErrorOptions } from 'commander';
import type { Example } from '../commands/definition.ts';
import { unknownCommand, usageFailure } from './words/usage-failure.ts';

/** Commander's, but what it finds wrong is told in our words. */
export class RatebookCommand extends Command {
  /** With which its help begins. */
  examples: readonly Example[] = [];

  override createCommand(name?: string): RatebookCommand {
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
