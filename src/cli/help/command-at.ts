import type { Command } from 'commander';
import { nearest } from '../../config/nearest.ts';
import { usageError } from '../../errors.ts';

/** The command that these words call, such as `store info`. */
export function commandAt(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const names = command.commands.map((child) => child.name());
    const found = command.commands[names.indexOf(word)];
    if (!found) throw unknown(word, names);
    command = found;
  }
  return command;
}

function unknown(word: string, names: readonly string[]) {
  const meant = nearest(word, names);
  return usageError(
    `unknown command ${JSON.stringify(word)}`,
    meant ? `did you mean ${meant}?` : 'ratebook --help',
  );
}
