import { currencyNames, hasEnded, nameOf } from '../../src/currencies/names.ts';

export type Value = Words | 'file' | 'folder' | 'code' | 'codes' | 'nothing';

export type Words = readonly (readonly [word: string, meaning?: string])[];

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
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionNode[];
  /** Beside commands: what a line has that begins with none. */
  readonly args: readonly ArgumentNode[];
  readonly commands: readonly CommandNode[];
}

export function* everyCommand(command: CommandNode): Generator<CommandNode> {
  yield command;
  for (const child of command.commands) yield* everyCommand(child);
}

export const lastWord = (command: CommandNode) => command.path.at(-1) ?? '';

export function codesToOffer(): [code: string, name: string][] {
  const codes = [...currencyNames.keys()];
  const ordered = [...codes.filter((code) => !hasEnded(code)), ...codes.filter(hasEnded)];
  return ordered.map((code) => [code, nameOf(code)]);
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_./@%+,-]/gu, '\\$&');
}

export function functionName(...words: readonly string[]): string {
  return `_${words.join('_').replace(/\W/g, '_')}`;
}
