import type { CommanderError } from 'commander';
import { type Failure, usageError } from '../errors.ts';

/** Commander's error as a failure; undefined if it only printed help or the version. */
export function usageFailure(error: CommanderError, argv: readonly string[]): Failure | undefined {
  if (error.exitCode === 0 || error.code === 'commander.help') return undefined;
  if (error.code === 'commander.conflictingOption') return usageError(conflict(error.message));
  const [what = '', meant] = error.message.replace(/^error: /, '').split('\n');
  if (meant) return usageError(what, suggestion(meant));
  return usageError(what, error.code === 'commander.unknownCommand' ? help : helpFor(argv));
}

/** Parses `option '-f, --format <format>' cannot be used with option '--raw'`. */
function conflict(text: string): string {
  const [first, second] = Array.from(text.matchAll(/'[^']*?(--[a-z-]+)[^']*'/g), (match) => match[1]);
  return `${first} and ${second} cannot be used together`;
}

/** Takes the first of `(Did you mean one of series, serve?)`. */
function suggestion(text: string): string {
  return text.replace(/^\(Did you mean (?:one of )?([^ ,]*).*\?\)$/, 'did you mean $1?');
}

const help = 'ratebook --help';

function helpFor([command = '']: readonly string[]): string {
  return /^[a-z]+$/.test(command) ? `ratebook ${command} --help` : help;
}
