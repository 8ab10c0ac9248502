import type * as typed from '@commander-js/extra-typings';
import { Argument as UntypedArgument, Option as UntypedOption } from 'commander';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';

// Commander's, with the types that it infers.
export type Command<Args extends unknown[] = []> = typed.Command<Args>;
export const Option = UntypedOption as unknown as typeof typed.Option;
export const Argument = UntypedArgument as unknown as typeof typed.Argument;

/** What is typed, and what it does. */
export type Example = readonly [typed: string, meaning: string];

/** Makes an option. Most commands of the tree are never run: their options are made when somebody first reads them. */
export type MakeOption = () => object;

/** What the command line gives for these options. */
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

/** A command as the tree needs it, whatever its arguments and options. */
export interface Definition {
  readonly name: string;
  /** `ratebook --help` lists it under this. */
  readonly use?: 'Rates:' | 'Store:' | 'Account and set-up:';
  /** In the list of commands; the description where there is none. */
  readonly summary?: string;
  readonly description: string;
  /** Two to four, with which its help begins. */
  readonly examples: readonly Example[];
  /** Below it, as `info` below `store`. */
  readonly commands?: readonly Definition[];
  readonly options?: readonly MakeOption[];
  /** Adds its arguments, and what else is not an option. */
  readonly shape?: (command: Command, cli: Cli) => unknown;
  readonly run?: (cli: Cli, given: object, args: readonly unknown[]) => ExitCode | Promise<ExitCode>;
}

interface Shaped<Args extends unknown[], List extends readonly MakeOption[]>
  extends Omit<Definition, 'options' | 'shape' | 'run'> {
  readonly shape?: (command: Command, cli: Cli) => { readonly processedArgs: Args };
  readonly options?: List;
  /** Loads what it needs. */
  readonly run: (cli: Cli, given: Given<List>, args: NoInfer<Args>) => ExitCode | Promise<ExitCode>;
}

/** A command whose `run` takes what Commander infers from its arguments and options. */
export function define<Args extends unknown[] = [], const List extends readonly MakeOption[] = []>(
  command: Shaped<Args, List>,
): Definition {
  return command as unknown as Definition;
}
