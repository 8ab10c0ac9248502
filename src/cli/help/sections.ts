import type { Argument, Command, Option } from 'commander';
import type { Example } from '../../commands/definition.ts';
import type { Item, Section } from './reference.ts';

/** As it is typed, such as `ratebook store info`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

export function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

export const hasFlag = ({ short, long }: Option, flag: string) => short === flag || long === flag;

export function usageOf(command: Command): string {
  const options = command.options.length > 0 ? ['[options]'] : [];
  const below = command.commands.length > 0 ? ['<command>'] : [];
  return [pathOf(command), ...options, ...below, ...command.registeredArguments.map(placeholder)].join(' ');
}

export function examplesOf({ examples = [] }: Command & { readonly examples?: readonly Example[] }) {
  return examples;
}

export function argumentSection({ registeredArguments }: Command): Section {
  const items = registeredArguments.map(
    (argument) => [argument.name(), withChoices(argument.description, argument)] as const,
  );
  return { heading: 'Arguments:', items: items.filter(([, meaning]) => meaning) };
}

/** What has no group of its own, such as --help, joins the command's last one. */
export function optionSections(command: Command): Section[] {
  const options = command.createHelp().visibleOptions(command);
  const others = options.findLast(({ helpGroupHeading }) => helpGroupHeading)?.helpGroupHeading ?? 'Options:';
  return grouped(options, (option) => ({
    heading: option.helpGroupHeading ?? others,
    item: [option.flags, withDefault(withChoices(option.description, option), option)],
  }));
}

export function commandSections(command: Command): Section[] {
  return grouped(command.createHelp().visibleCommands(command), (child) => ({
    heading: child.helpGroup() || 'Commands:',
    item: [
      [child.name(), ...child.registeredArguments.map(placeholder)].join(' '),
      child.summary() || child.description(),
    ],
  }));
}

function grouped<T>(things: readonly T[], place: (thing: T) => { heading: string; item: Item }): Section[] {
  const sections = new Map<string, Item[]>();
  for (const thing of things) {
    const { heading, item } = place(thing);
    sections.set(heading, [...(sections.get(heading) ?? []), item]);
  }
  return Array.from(sections, ([heading, items]) => ({ heading, items }));
}

function placeholder(argument: Argument): string {
  const inner = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${inner}>` : `[${inner}]`;
}

function withChoices(text: string, { argChoices }: Argument | Option): string {
  if (!argChoices) return text;
  const choices = `one of ${argChoices.join(', ')}`;
  return text ? `${text}; ${choices}` : choices;
}

function withDefault(text: string, { defaultValue, required }: Option): string {
  return required && defaultValue !== undefined ? `${text} (default: ${defaultValue})` : text;
}
