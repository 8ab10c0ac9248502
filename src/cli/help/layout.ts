import type { Command, Help, HelpConfiguration } from 'commander';
import { wrap } from '../../words.ts';
import { environment, exitCodes, files, type Item, type Section } from './reference.ts';
import { argumentSection, commandSections, examplesOf, optionSections, usageOf } from './sections.ts';

const widest = 80;
const indent = '  ';
const gap = 2;
const narrowestMeaning = 24;
/** Where a meaning starts that stands below its term. */
const below = '      ';

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
    ...(command.parent ? [] : [environment, files, exitCodes]).flatMap((section) => listed([section], width)),
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

/** Where the meanings start beside these terms; undefined where there is no room. */
function columnOf(terms: readonly string[], width: number): number | undefined {
  const column = indent.length + Math.max(...terms.map(({ length }) => length)) + gap;
  return width - column < narrowestMeaning ? undefined : column;
}

/** Each term, and what it means beside it, or below it without a column. */
function linesOf(items: readonly Item[], column: number | undefined, width: number): string[] {
  return items.flatMap(([term, meaning]) => {
    if (column === undefined) {
      return [
        ...wrap(term, width - indent.length).map((line) => indent + line),
        ...wrap(meaning, width - below.length).map((line) => below + line),
      ];
    }
    const [first, ...rest] = wrap(meaning, width - column);
    return [`${indent}${term}`.padEnd(column) + first, ...rest.map((line) => ' '.repeat(column) + line)];
  });
}
