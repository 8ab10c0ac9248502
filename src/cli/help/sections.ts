import type { Argument, Command, Option } from 'commander';
import type { Example } from '../../commands/definition.ts';
import { pathOf } from '../path.ts';
import type { Row, Section } from './row.ts';

export function usageOf(command: Command): string {
  const options = command.options.length > 0 ? ['[options]'] : [];
  const below = command.commands.length > 0 ? ['<command>'] : [];
  return [pathOf(command), ...options, ...below, ...command.registeredArguments.map(placeholder)].join(' ');
}

export function examplesOf({ examples = [] }: Command & { readonly examples?: readonly Example[] }) {
  return examples;
}

export function argumentSection({ registeredArguments }: Command): Section {
  const rows = registeredArguments.map(
    (argument) => [argument.name(), withChoices(argument.description, argument)] as const,
  );
  return { heading: 'Arguments:', rows: rows.filter(([, meaning]) => meaning) };
}

/** What has no group of its own, such as --help, joins the command's last one. */
export function optionSections(command: Command): Section[] {
  const options = command.createHelp().visibleOptions(command);
  const others = options.findLast(({ helpGroupHeading }) => helpGroupHeading)?.helpGroupHeading ?? 'Options:';
  return grouped(options, (option) => ({
    heading: option.helpGroupHeading ?? others,
    row: [option.flags, withDefault(withChoices(option.description, option), option)],
  }));
}

export function commandSections(command: Command): Section[] {
  return grouped(command.createHelp().visibleCommands(command), (child) => ({
    heading: child.helpGroup() || 'Commands:',
    row: [
      [child.name(), ...child.registeredArguments.map(placeholder)].join(' '),
      child.summary() || child.description(),
    ],
  }));
}

function grouped<T>(things: readonly T[], place: (thing: T) => { heading: string; row: Row }): Section[] {
  const sections = new Map<string, Row[]>();
  for (const thing of things) {
    const { heading, row } = place(thing);
    sections.set(heading, [...(sections.get(heading) ?? []), row]);
  }
  return Array.from(sections, ([heading, rows]) => ({ heading, rows }));
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
