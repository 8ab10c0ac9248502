import type { Command } from 'commander';
import {
  argumentSection,
  environmentOn,
  examplesOf,
  exitCodes,
  filesOn,
  type HelpItem,
  leaves,
  optionSections,
  shortForms,
  usageOf,
} from '../src/cli/help.ts';
import { keyNames, keys, variableOf } from '../src/config/settings.ts';
import { formatNames, formats } from '../src/output/formats.ts';
import { wrap } from '../src/words.ts';

const purpose =
  'ratebook reads Open Exchange Rates, or any service with the same interface, which counts one request per day of ' +
  "rates, and the European Central Bank, the Banca d'Italia and the Narodowy Bank Polski, which are free of charge " +
  'and need no key. Each day is asked for once, with every currency, and stored; later questions about that day, in ' +
  'any base, cost nothing. Rates go to stdout, notes and questions to stderr. --help describes any command.';

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
    '.br',
    `${bold(name)} ${syntax('<amount>')} ${syntax('<from>')} ${syntax('<to>')} ... [${syntax('<option>')} ...]`,
    section('DESCRIPTION'),
    prose(purpose),
    section('COMMANDS'),
    ...commands.flatMap(described),
    section(shortForms[0].replace(':', '').toUpperCase()),
    ...list(shortForms[1]),
    section('FORMATS'),
    ...list(formatNames.map((name) => [name, formats[name].meaning])),
    section('EXAMPLES'),
    ...list([...new Map([program, ...commands].flatMap(examplesOf))]),
    section('ENVIRONMENT'),
    ...list(environmentOn('linux')[1]),
    paragraph('The settings:'),
    indented(list(keyNames.map((key) => [variableOf(key), keys[key].meaning]))),
    section('FILES'),
    ...list(filesOn('linux')[1]),
    section('EXIT STATUS'),
    ...list(exitCodes[1]),
    section('SEE ALSO'),
    prose('The README and the pages in docs/ of the package, and https://openexchangerates.org/.'),
    '',
  ].join('\n');
}

function described(command: Command): string[] {
  const [, items] = argumentSection(command);
  const options = command.options.length > 0 ? optionSections(command) : [];
  return [
    `.SS ${roff(usageOf(command))}`,
    prose(command.description()),
    ...items.map(([name, meaning]) => tagged(italic(name), meaning)),
    ...options.flatMap(([heading, items]) => [
      paragraph(italic(heading)),
      // an option that every command has
      indented(list(items.filter(([flags]) => flags !== '-h, --help'))),
    ]),
  ];
}

function list(items: readonly HelpItem[]): string[] {
  return items.map(([term, meaning]) => tagged(syntax(term), meaning));
}

/** Text that comes out of troff as it is, without typographic quotes and dashes. */
function roff(text: string): string {
  return text.replace(/[\\'~^`-]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '~': '\\(ti',
  '^': '\\(ha',
  '`': '\\(ga',
};

/** Sentences; troff takes a line that begins with a dot for a request. */
export function prose(text: string): string {
  return wrap(text, 72)
    .map((line) => roff(line).replace(/^\./, '\\&.'))
    .join('\n');
}

const bold = (text: string) => `\\fB${roff(text)}\\fR`;
const italic = (text: string) => `\\fI${roff(text)}\\fR`;

export function syntax(text: string): string {
  return text
    .split(/(<[^>]*>|, )/)
    .filter((part) => part !== '')
    .map((part) => (part === ', ' ? part : part.startsWith('<') ? italic(part.slice(1, -1)) : bold(part)))
    .join('');
}

const section = (title: string) => `.SH ${title}`;
const paragraph = (text: string) => `.PP\n${text}`;
const tagged = (tag: string, text: string) => `.TP\n${tag}\n${prose(text)}`;
const indented = (lines: readonly string[]) => `.RS 4\n${lines.join('\n')}\n.RE`;
