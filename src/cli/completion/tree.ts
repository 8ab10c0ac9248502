import type { Argument, Command, Option } from 'commander';

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

function nodeOf(command: Command, above: readonly string[], siblings: readonly string[]): CommandNode {
  const help = command.createHelp();
  const path = [...above, command.name()];
  const children = help.visibleCommands(command);
  const names = children.map((child) => child.name());
  return {
    path,
    description: command.summary() || command.description(),
    options: help.visibleOptions(command).map(optionNode),
    args: command.registeredArguments.map((argument) => argumentNode(argument, siblings)),
    commands: children.map((child) => nodeOf(child, path, names)),
  };
}

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

function argumentNode(argument: Argument, siblings: readonly string[]): ArgumentNode {
  const name = argument.name();
  // Commander's own `help [command]`
  const choices = name === 'command' ? siblings : argument.argChoices;
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
    case 'from':
    case 'to':
      return { kind: 'code' };
    default:
      return { kind: 'nothing' };
  }
}
