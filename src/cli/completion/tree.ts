import type { Argument, Command, Option } from 'commander';
import { type KeyName, keys } from '../../config/keys.ts';
import { formatsForAll } from '../../output/formats.ts';
import { currencyNames, hasEnded, nameOf } from '../../rates/currencies.ts';

export type Value =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'code' | 'codes' | 'nothing' };

export interface OptionNode {
  readonly flags: readonly string[];
  readonly description: string;
  readonly value?: { readonly name: string; readonly completes: Value };
}

export interface ArgumentNode {
  readonly name: string;
  readonly completes: Value;
  readonly variadic: boolean;
}

export interface CommandNode {
  /** Starts with the program's name. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionNode[];
  readonly args: readonly ArgumentNode[];
  readonly commands: readonly CommandNode[];
}

/** Commander's tree without what help hides. */
export function treeOf(program: Command): CommandNode {
  return nodeOf(program, [], []);
}

function nodeOf(command: Command, above: readonly string[], siblings: readonly Command[]): CommandNode {
  const help = command.createHelp();
  const children = help.visibleCommands(command);
  const path = [...above, command.name()];
  const node = {
    path,
    description: command.summary() || command.description(),
    options: help.visibleOptions(command).map(optionNode),
  };
  const [first, second] = command.registeredArguments;
  if (first?.name() === 'command' && first.variadic) {
    return { ...node, args: [], commands: siblings.map((sibling) => mirrored(sibling, node)) };
  }
  if (first?.argChoices && second?.name() === 'value') {
    return { ...node, args: [], commands: first.argChoices.map((key) => keyNode(key, node)) };
  }
  return {
    ...node,
    args: command.registeredArguments.map((argument) => argumentNode(argument, siblings)),
    commands: children.map((child) => nodeOf(child, path, children)),
  };
}

type Above = Pick<CommandNode, 'path' | 'options'>;

/** After `help`, a command is a word that may have others below it. */
function mirrored(command: Command, { path, options }: Above): CommandNode {
  const own = [...path, command.name()];
  return {
    path: own,
    description: command.summary() || command.description(),
    options,
    args: [],
    commands: command.commands.map((child) => mirrored(child, { path: own, options })),
  };
}

/** After `config set`, each key takes values of its own, like a command. */
function keyNode(key: string, { path, options }: Above): CommandNode {
  const value = { name: 'value', completes: valuesOf[key as KeyName] ?? nothing, variadic: false };
  const description = keys[key as KeyName]?.meaning ?? '';
  return { path: [...path, key], description, options, args: [value], commands: [] };
}

const nothing: Value = { kind: 'nothing' };

const valuesOf: { readonly [K in KeyName]?: Value } = {
  base: { kind: 'code' },
  symbols: { kind: 'codes' },
  format: { kind: 'words', words: formatsForAll },
  store: { kind: 'folder' },
};

export function* everyCommand(command: CommandNode): Generator<CommandNode> {
  yield command;
  for (const child of command.commands) yield* everyCommand(child);
}

export const lastWord = (command: CommandNode) => command.path.at(-1) ?? '';

function optionNode(option: Option): OptionNode {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined);
  const name = /[<[]([^>\].]+)/.exec(option.flags)?.[1];
  const { description } = option;
  if (name === undefined) return { flags, description };
  return { flags, description, value: { name, completes: completionOf(name, option.argChoices) } };
}

function argumentNode(argument: Argument, siblings: readonly Command[]): ArgumentNode {
  const name = argument.name();
  // Commander's own `help [command]`
  const choices = name === 'command' ? siblings.map((sibling) => sibling.name()) : argument.argChoices;
  return { name, completes: completionOf(name, choices), variadic: argument.variadic };
}

function completionOf(name: string, choices: readonly string[] | undefined): Value {
  if (choices) return { kind: 'words', words: choices };
  switch (name) {
    case 'file':
    case 'folder':
    case 'code':
    case 'codes':
      return { kind: name };
    case 'path':
      return { kind: 'file' };
    case 'from':
    case 'to':
      return { kind: 'code' };
    case 'day':
    case 'start':
    case 'end':
      return { kind: 'words', words: ['today', 'yesterday'] };
    default:
      return nothing;
  }
}

/** Currencies in use, then those that have ended, each by code, with what they are called. */
export function codesToOffer(): [code: string, name: string][] {
  const codes = [...currencyNames.keys()];
  const ordered = [...codes.filter((code) => !hasEnded(code)), ...codes.filter(hasEnded)];
  return ordered.map((code) => [code, nameOf(code)]);
}
