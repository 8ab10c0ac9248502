import type { Command, Help, HelpConfiguration } from 'commander';
import { wrap } from '../../wrap.ts';
import { columnOf, linesOf, type Section } from './items.ts';
import { references } from './reference.ts';
import { argumentSection, commandSections, examplesOf, optionSections, pathOf, usageOf } from './sections.ts';

const widest = 80;

/** How Commander prints help: examples first, then the rest in groups, broken between words. */
export const layout: HelpConfiguration = {
  formatHelp: (command: Command, { helpWidth = widest }: Help) =>
    helpText(command, Math.min(helpWidth, widest)),
};

function helpText(command: Command, width: number): string {
  const blocks = [
    ...listed([{ heading: 'Examples:', items: examplesOf(command) }], width),
    wrap(`Usage: ${usageOf(command)}`, width),
    wrap(command.description(), width),
    ...listed([argumentSection(command), ...commandSections(command), ...optionSections(command)], width),
    ...(references[pathOf(command)] ?? []).flatMap((section) => listed([section], width)),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** One block of lines a section, the meanings below one another in all of them. */
function listed(sections: readonly Section[], width: number): string[][] {
  const filled = sections.filter(({ items }) => items.length > 0);
  const column = columnOf(
    filled.flatMap(({ items }) => items.map(([term]) => term)),
    width,
  );
  return filled.map(({ heading, items }) => [heading, ...linesOf(items, column, width)]);
}
