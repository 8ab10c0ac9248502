import type { Command } from 'commander';
import { keyNames, keys } from '../../config/keys.ts';
import { variableOf } from '../../config/settings.ts';
import { environment, exitCodes, files, type Item, type Section } from '../help/reference.ts';
import { argumentSection, examplesOf, optionSections, usageOf } from '../help/sections.ts';
import { bold, indented, italic, paragraph, prose, section, subsection, syntax, tagged } from './roff.ts';

const purpose =
  'ratebook reads Open Exchange Rates, or any service with the same interface. The service counts one request per ' +
  'day of rates. ratebook asks for each day once, in USD and with every currency, and stores it; later questions ' +
  'about that day, in any base, cost nothing. Rates go to stdout, notes and questions to stderr. --help describes ' +
  'any command.';

/** ratebook(1) for the whole command tree. Without a date, so that each build of a version gives the same page. */
export function manPage(program: Command): string {
  const commands = [...leaves(program)];
  const name = program.name();
  const summary = program.description().replace(/\.$/, '');
  return [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${program.version()}" "User Commands"`,
    '.nh\n.ad l',
    section('NAME'),
    prose(`${name} - ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`),
    section('SYNOPSIS'),
    `${bold(name)} ${syntax('<command>')} [${syntax('<option>')} ...]`,
    section('DESCRIPTION'),
    prose(purpose),
    section('COMMANDS'),
    ...commands.flatMap(described),
    section('EXAMPLES'),
    // a command may be an example twice
    ...list([...new Map([program, ...commands].flatMap(examplesOf))]),
    section('ENVIRONMENT'),
    ...list(environment.items),
    paragraph('The settings:'),
    indented(list(keyNames.map((key) => [variableOf(key), keys[key].meaning]))),
    section('FILES'),
    ...list(files.items),
    section('EXIT STATUS'),
    ...list(exitCodes.items),
    section('SEE ALSO'),
    prose('The README and the guides in docs/ of the package, and https://openexchangerates.org/.'),
    '',
  ].join('\n');
}

function* leaves(command: Command): Generator<Command> {
  if (command.commands.length === 0) yield command;
  for (const child of command.commands) yield* leaves(child);
}

function described(command: Command): string[] {
  const { items } = argumentSection(command);
  return [
    subsection(usageOf(command)),
    prose(command.description()),
    ...items.map(([name, meaning]) => tagged(italic(name), meaning)),
    ...(command.options.length > 0 ? optionSections(command).flatMap(optionGroup) : []),
  ];
}

/** Of an option that every command has. */
const helpFlags = '-h, --help';

function optionGroup({ heading, items }: Section): string[] {
  return [paragraph(italic(heading)), indented(list(items.filter(([flags]) => flags !== helpFlags)))];
}

function list(items: readonly Item[]): string[] {
  return items.map(([term, meaning]) => tagged(syntax(term), meaning));
}
