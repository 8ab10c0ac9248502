import type { Command } from 'commander';
import { nearest } from '../config/nearest.ts';
import { type Failure, usageError } from '../errors.ts';
import { hasFlag } from './options.ts';
import { pathOf, rootOf } from './path.ts';

/** Commander's error in our words. */
export function usageFailure(command: Command, code: string, text: string): Failure {
  const named = quoted(text);
  switch (code) {
    case 'commander.unknownCommand':
      return unknownCommand(command, named);
    case 'commander.unknownOption':
      return unknownOption(command, named.replace(/=.*/s, ''));
    case 'commander.missingArgument':
      return usageError(`<${named}> is missing`, usageOf(command));
    case 'commander.optionMissingArgument':
      return missingValue(named, command.options.find(({ flags }) => flags === named)?.argChoices);
    case 'commander.excessArguments': {
      const unexpected = command.args[command.registeredArguments.length] ?? '';
      return usageError(`unexpected argument ${JSON.stringify(unexpected)}`, usageOf(command));
    }
    case 'commander.invalidArgument':
      return invalid(text);
    case 'commander.conflictingOption':
      return usageError(conflict(text));
    default:
      return usageError(text.replace(/^error: /, ''), `${pathOf(command)} --help`);
  }
}

export function unknownCommand(command: Command, word: string): Failure {
  const known = command.commands.map((child) => child.name());
  const meant = nearest(word, [...known, 'help']);
  const hint = meant ? `did you mean ${meant}?` : `${pathOf(command)} --help`;
  return usageError(`unknown command ${JSON.stringify(word)}`, hint);
}

function unknownOption(command: Command, flag: string): Failure {
  const message = `unknown option ${JSON.stringify(flag)}`;
  const own = command.createHelp().visibleOptions(command);
  const meant = nearest(
    flag,
    own.flatMap(({ long }) => long ?? []),
  );
  if (meant) return usageError(message, `did you mean ${meant}?`);
  const having = rootOf(command).commands.filter((other) =>
    other.options.some((option) => hasFlag(option, flag)),
  );
  const names = having.map((other) => other.name());
  const tells = names.length > 0 && names.length <= 3;
  return usageError(
    message,
    tells ? `${flag} is an option of ${names.join(', ')}` : `${pathOf(command)} --help`,
  );
}

/** @param flags `-f, --format <format>` */
function missingValue(flags: string, choices: readonly string[] = []): Failure {
  const [, long = flags] = /(--[^ ]+)/.exec(flags) ?? [];
  const hint = choices.length > 0 ? `${long} takes ${choices.join(', ')}` : flags.replace(/^-\w, /, '');
  return usageError(`${long} needs a value`, hint);
}

/** Parses `option '--port <port>' argument 'x' is invalid. is not a port`. */
function invalid(text: string): Failure {
  const [, name, value = '', why] = /'(?:-., )?([^ ']+).*? '(.*)' is invalid\. ?(.*)$/s.exec(text) ?? [];
  return usageError(`${name}: ${JSON.stringify(value)} ${why || 'is invalid'}`);
}

function conflict(text: string): string {
  const [first, second] = Array.from(text.matchAll(/'[^']*?(--[a-z-]+)[^']*'/g), (match) => match[1]);
  return `${first} and ${second} cannot be used together`;
}

/** `ratebook series <start> [end]` */
function usageOf(command: Command): string {
  return [pathOf(command), command.usage().replace('[options]', '').trim()].filter(Boolean).join(' ');
}

/** What Commander quotes, `'` to `'`. */
function quoted(text: string): string {
  return /'(.*)'/s.exec(text)?.[1] ?? '';
}
