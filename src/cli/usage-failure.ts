import type { Command } from 'commander';
import { Failure, type Hint, ratebook, unknownWord } from '../errors.ts';
import { nearest } from '../words.ts';
import { examplesOf, pathOf } from './help.ts';

export function usageFailure(command: Command, code: string | undefined, text: string): Failure {
  const [, name = ''] = /'(.*)'/s.exec(text) ?? [];

  switch (code) {
    case 'commander.unknownCommand':
      return unknownCommand(command, name);
    case 'commander.unknownOption':
      return unknownOption(command, name.replace(/=.*/s, ''));
    case 'commander.missingArgument':
      return new Failure('missing_argument', `<${name}> is missing`, simplestOf(command));
    case 'commander.optionMissingArgument':
      return missingValue(name, command.options.find(({ flags }) => flags === name)?.argChoices);
    case 'commander.excessArguments': {
      const unexpected = command.args[command.registeredArguments.length] ?? '';
      return new Failure(
        'unexpected_argument',
        `unexpected argument ${JSON.stringify(unexpected)}`,
        helpOf(command),
      );
    }
    case 'commander.invalidArgument': {
      // `option '--port <port>' argument 'x' is invalid. is not a port`
      const [, option, value = '', why] =
        /'(?:-., )?([^ ']+).*? '(.*)' is invalid\. ?(.*)$/s.exec(text) ?? [];
      return new Failure('bad_value', `${option}: ${JSON.stringify(value)} ${why || 'is invalid'}`);
    }
    default: {
      // commander.conflictingOption
      const flags = Array.from(text.matchAll(/'[^']*?(--[a-z-]+)[^']*'/g), (match) => match[1]);
      return new Failure('options_conflict', `${flags.join(' and ')} cannot be used together`);
    }
  }
}

export function unknownCommand(command: Command, word: string): Failure {
  const names = command.commands.map((child) => child.name());
  const message = `unknown command ${JSON.stringify(word)}`;
  const managing = command.parent ? undefined : managingLines.get(word.toLowerCase());
  if (managing) return new Failure('unknown_command', message, ...managing);
  const [verb] = otherVerbs.find(([name, words]) => names.includes(name) && words.test(word)) ?? [];
  const suggestion = verb ?? nearest(word, [...names, 'help']);
  return unknownWord('unknown_command', message, suggestion, helpOf(command));
}

/** What the package manager does. */
const managingLines: ReadonlyMap<string, readonly string[]> = new Map([
  ['uninstall', ['npm uninstall --global ratebook']],
  ['upgrade', ['in the clone: git pull && npm ci', 'npm install --global "$(npm pack --silent)"']],
]);

const helpOf = (command: Command) => ratebook(...pathOf(command).split(' ').slice(1), '--help');

/** Other names of the commands of `config` and `store`. */
const otherVerbs: readonly (readonly [name: string, words: RegExp])[] = [
  ['unset', /^(delete|remove|reset|rm)$/i],
  ['path', /^edit$/i],
  ['holes', /^(gaps|missing)$/i],
  ['list', /^(ls|show)$/i],
  ['info', /^(ls|list|show|status)$/i],
];

function unknownOption(command: Command, flag: string): Failure {
  const message = `unknown option ${JSON.stringify(flag)}`;
  const here = equivalentOf(command, flag);
  if (here) return new Failure('unknown_option', message, here);

  // options that spend are never suggested, nor `--store` for `--start`
  const flags = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => (long && !/^--(yes|refresh|store)$/.test(long) ? long : []));
  let root = command;
  while (root.parent) root = root.parent;
  const names = root.commands
    .filter(({ options }) => options.some(({ short, long }) => short === flag || long === flag))
    .map((other) => other.name());
  const isShortList = names.length > 0 && names.length <= 3;
  const otherwise = isShortList ? `${flag} is an option of ${names.join(', ')}` : helpOf(command);
  return unknownWord('unknown_option', message, nearest(flag, flags), otherwise);
}

/** `--json` is `-f json`, `--monthly` is `--every month`. */
function equivalentOf({ options }: Command, flag: string): Hint | undefined {
  const value = flag.slice(2);
  for (const { short, long, argChoices = [] } of options) {
    const choice = argChoices.find((name) => name === value || `${name}ly` === value);
    if (choice) return `${short ?? long} ${choice}`;
  }
  return undefined;
}

function missingValue(flags: string, choices: readonly string[] = []) {
  const [, long = flags] = /(--[^ ]+)/.exec(flags) ?? [];
  const hint = choices.length > 0 ? `${long} takes ${choices.join(', ')}` : flags.replace(/^-\w, /, '');
  return new Failure('missing_value', `${long} needs a value`, hint);
}

/** The example with the fewest options. */
function simplestOf(command: Command): Hint {
  const optionsIn = (line: string) => line.split(' -').length;
  const lines = examplesOf(command).map(([line]) => line.replace(/ [<>].*/, ''));
  const [simplest = ''] = lines.sort((one, other) => optionsIn(one) - optionsIn(other));
  return ratebook(...simplest.split(' ').slice(1));
}
