import type { Command } from 'commander';
import { unknownCommand } from './words/usage-failure.ts';

/** The command that these words call, such as `store info`. */
export function commandAt(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const found = command.commands.find((child) => child.name() === word);
    if (!found) throw unknownCommand(command, word);
    command = found;
  }
  return command;
}
