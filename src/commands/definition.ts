import type * as typed from '@commander-js/extra-typings';
import { Argument as UntypedArgument, Option as UntypedOption } from 'commander';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';

export type Command<Args extends unknown[] = []> = typed.Command<Args>;
export const Option = UntypedOption as unknown as typeof typed.Option;
export const Argument = UntypedArgument as unknown as typeof typed.Argument;

/** Choices that have a line of help each, below the options. */
export interface ToldChoices {
  readonly heading: string;
  readonly lines: readonly (readonly [choice: string, meaning: string])[];
}

const told = new WeakMap<object, ToldChoices>();

export const toldChoicesOf = (option: object): ToldChoices | undefined => told.get(option);

export function telling<T extends object>(option: T, choices: ToldChoices): T {
  told.set(option, choices);
  return option;
}

export type Example = readonly [typed: string, meaning: string];

/**
 * Makes an option. Most commands of the tree are never run: their options are made when somebody first reads
 * them.
 */
export type MakeOption = () => object;

export type Given<List extends readonly MakeOption[], Known = object> = List extends readonly [
  infer First extends MakeOption,
  ...infer Rest extends readonly MakeOption[],
]
  ? Given<Rest, WithOption<Known, ReturnType<First>>>
  : Known;

type WithOption<Known, One> =
  One extends typed.Option<
    infer Usage,
    infer Preset,
    infer Default,
    infer Coerced,
    infer Mandatory,
    infer Choice
  >
    ? typed.InferOptions<Known, Usage, Default, Coerced, Mandatory, Preset, Choice>
    : never;

export interface Definition {
  readonly name: string;
  readonly use?: 'Rates:' | 'Store:' | 'Account and set-up:';
  readonly summary?: string;
  readonly description: string;
  /** Two to four, with which its help begins. */
  readonly examples: readonly Example[];
  readonly commands?: readonly Definition[];
  readonly options?: readonly MakeOption[];
  readonly shape?: (command: Command, cli: Cli) => unknown;
  readonly run?: (cli: Cli, given: object, args: readonly unknown[]) => ExitCode | Promise<ExitCode>;
}

interface Shaped<Args extends unknown[], List extends readonly MakeOption[]>
  extends Omit<Definition, 'options' | 'shape' | 'run'> {
  readonly shape?: (command: Command, cli: Cli) => { readonly processedArgs: Args };
  readonly options?: List;
  readonly run: (cli: Cli, given: Given<List>, args: NoInfer<Args>) => ExitCode | Promise<ExitCode>;
}

export function define<Args extends unknown[] = [], const List extends readonly MakeOption[] = []>(
  command: Shaped<Args, List>,
): Definition {
  return command as unknown as Definition;
}
