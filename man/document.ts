import type { Argument, Command, Option } from 'commander';
import { examplesOf, exitCodes, leaves, pathOf, usageOf } from '../src/cli/help.ts';

/** The command tree as JSON, for programs that type commands. */
export function helpDocument(program: Command): string {
  return `${JSON.stringify(helpOf(program), null, 2)}\n`;
}

export const helpOf = (program: Command) => ({
  name: program.name(),
  version: program.version(),
  description: program.description(),
  commands: [...leaves(program)].map(commandOf),
  exit_codes: exitCodes[1].map(([code, meaning]) => ({ code: Number(code), meaning })),
});

const commandOf = (command: Command) => ({
  name: pathOf(command),
  description: command.description(),
  usage: usageOf(command),
  arguments: command.registeredArguments.map(argumentOf),
  options: command.options.map(optionOf),
  examples: examplesOf(command).map(([typed, meaning]) => ({ command: typed, meaning })),
});

const argumentOf = (argument: Argument) => ({
  name: argument.name(),
  description: argument.description,
  required: argument.required,
  variadic: argument.variadic,
  choices: argument.argChoices,
});

function optionOf(option: Option) {
  const [, description, byDefault] = /^(.*?)(?: \(default: (.*)\))?$/s.exec(option.description) ?? [];
  const [, value] = /<(.+)>/.exec(option.flags) ?? [];
  return {
    name: option.long,
    short: option.short,
    description,
    type: typeOf(option),
    value,
    choices: option.argChoices,
    default: byDefault ?? (option.mandatory ? undefined : option.defaultValue),
    required: option.mandatory,
  };
}

/** What a value is, as the option itself reads one. */
function typeOf({ required, parseArg }: Option): 'boolean' | 'string' | 'number' | 'list' {
  if (!required) return 'boolean';
  for (const text of ['1', '2024']) {
    const read = readBy(parseArg, text);
    if (typeof read === 'number') return 'number';
    if (Array.isArray(read)) return 'list';
  }
  return 'string';
}

function readBy(parse: Option['parseArg'], text: string): unknown {
  try {
    return parse?.(text, undefined);
  } catch {
    return undefined;
  }
}
