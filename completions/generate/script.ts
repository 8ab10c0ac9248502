import type { Argument, Command, Option } from 'commander';
import type { Shell } from '../../src/commands/completion.ts';
import { ruleMeanings } from '../../src/commands/options.ts';
import { type KeyName, keys } from '../../src/config/settings.ts';
import { formatNamed, formatsForAll } from '../../src/output/formats.ts';
import { sourceNames, sources } from '../../src/sources/table.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import type { ArgumentNode, CommandNode, OptionNode, Value, Words } from './tree.ts';
import { zshScript } from './zsh.ts';

const scripts: Readonly<Record<Shell, (program: CommandNode) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** The script holds all words itself, so that pressing TAB does not start the program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](treeOf(program));
}

export function treeOf(
  command: Command,
  above: readonly string[] = [],
  siblings: readonly Command[] = [],
): CommandNode {
  const help = command.createHelp();
  const children = help.visibleCommands(command);
  const node = {
    path: [...above, command.name()],
    description: meaningOf(command),
    options: help.visibleOptions(command).map(optionNode),
    args: [],
    commands: [],
  };
  const { registeredArguments: args } = command;
  const [first, second] = args;
  if (first?.name() === 'command' && first.variadic)
    return { ...node, commands: siblings.map((sibling) => mirrored(sibling, node)) };
  if (first?.argChoices && second?.name() === 'value')
    return { ...node, commands: first.argChoices.map((key) => keyNode(key as KeyName, node)) };
  return {
    ...node,
    args: above.length === 0 ? shortForm : args.map((argument) => argumentNode(argument, siblings)),
    commands: children.map((child) => treeOf(child, node.path, children)),
  };
}

/** Instead of a command: `100 EUR USD` */
const shortForm: readonly ArgumentNode[] = [
  { name: 'amount', completes: 'nothing', variadic: false },
  { name: 'code', completes: 'code', variadic: true },
];

const meaningOf = (command: Command) => command.summary() || command.description();

function mirrored(command: Command, above: CommandNode): CommandNode {
  const node = { ...above, path: [...above.path, command.name()], description: meaningOf(command) };
  return { ...node, commands: command.commands.map((child) => mirrored(child, node)) };
}

function keyNode(key: KeyName, above: CommandNode): CommandNode {
  const value = { name: 'value', completes: valuesOf[key] ?? 'nothing', variadic: false };
  return { ...above, path: [...above.path, key], description: keys[key].meaning, args: [value] };
}

const valuesOf: { readonly [K in KeyName]?: Value } = {
  base: 'code',
  symbols: 'codes',
  format: withMeanings(formatsForAll),
  source: [...sourceNames.map((name) => [name, sources[name].is] as const), ['auto', 'oxr with a key, else a bank']],
  store: 'folder',
};

function optionNode({ short, long, flags, description, argChoices }: Option): OptionNode {
  const node = { flags: [short, long].filter((flag) => flag !== undefined), description };
  const name = /[<[]([^>\].]+)/.exec(flags)?.[1];
  return name === undefined ? node : { ...node, value: { name, completes: completionOf(name, argChoices) } };
}

function argumentNode(argument: Argument, siblings: readonly Command[]): ArgumentNode {
  const name = argument.name();
  // Commander's own `help [command]`
  const choices = name === 'command' ? siblings.map((sibling) => sibling.name()) : argument.argChoices;
  return { name, completes: completionOf(name, choices), variadic: argument.variadic };
}

function withMeanings(words: readonly string[]): Words {
  return words.map((word) => [word, meaningOfWord(word)]);
}

function meaningOfWord(word: string): string {
  const ofRule = new Map(ruleMeanings).get(word);
  if (ofRule !== undefined) return ofRule;
  // formats have no such names
  if (word.startsWith('previous-')) return `${word.replace('previous-', '')} of the period before`;
  return formatNamed(word)?.meaning ?? '';
}

const days: Words = [['today'], ['yesterday']];

const periods: Words = [
  ...['30d', '1y'].map((span) => [span] as const),
  ...['week', 'month', 'quarter', 'year'].flatMap((name) => [[`last-${name}`], [`this-${name}`]] as const),
];

const byName: Readonly<Record<string, Value>> = {
  file: 'file',
  path: 'file',
  folder: 'folder',
  code: 'code',
  from: 'code',
  to: 'code',
  codes: 'codes',
  day: days,
  start: [...days, ...periods],
  end: days,
};

function completionOf(name: string, choices: readonly string[] | undefined): Value {
  return choices ? withMeanings(choices) : (byName[name] ?? 'nothing');
}
