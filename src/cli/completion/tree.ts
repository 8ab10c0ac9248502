import { currencyNames, hasEnded, nameOf } from '../../rates/currencies.ts';

/** What can be completed: one of these words, or what the shell finds. */
export type Value = readonly string[] | 'file' | 'folder' | 'code' | 'codes' | 'nothing';

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

export function* everyCommand(command: CommandNode): Generator<CommandNode> {
  yield command;
  for (const child of command.commands) yield* everyCommand(child);
}

export const lastWord = (command: CommandNode) => command.path.at(-1) ?? '';

/** Currencies in use, then those that have ended, each by code, with what they are called. */
export function codesToOffer(): [code: string, name: string][] {
  const codes = [...currencyNames.keys()];
  const ordered = [...codes.filter((code) => !hasEnded(code)), ...codes.filter(hasEnded)];
  return ordered.map((code) => [code, nameOf(code)]);
}

/** For bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_./@%+,-]/gu, '\\$&');
}

export function functionName(...words: readonly string[]): string {
  return `_${words.join('_').replace(/\W/g, '_')}`;
}
