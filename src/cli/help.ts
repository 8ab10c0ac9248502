import type { Argument, Command, Option } from 'commander';
import { type Example, isRateRule, ruleMeanings } from '../commands/options.ts';
import { places } from '../config/places.ts';
import { helpWidthOf, inShell, wrap } from '../words.ts';

/** Lines that need no command. */
export const shortForms: Section = [
  'Without a command:',
  [
    ['ratebook 100 EUR USD', 'convert 100 EUR USD, with every option of convert'],
    ['ratebook 100 EUR in USD and CHF on 3 May 2019', 'the same with words, on a day'],
    ['ratebook EUR/USD', 'its rate, with all its digits'],
    ['ratebook 2024-01-17', 'historical 2024-01-17, with its options'],
  ],
];

export const exitCodes: Section = [
  'Exit codes:',
  [
    ['0', 'everything you asked for'],
    ['1', 'failed, may work later: network, service, disk'],
    ['2', 'usage: an unknown command, option or setting; a malformed day or code'],
    ['3', 'partial: the rest is written, stderr names what is missing'],
    ['4', 'no app_id, or the service rejects it'],
    ['5', 'refused because of cost or plan'],
    ['130', 'interrupted'],
  ],
];

export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

export const childOf = (command: Command, name: string | undefined) =>
  command.commands.find((child) => child.name() === name);

export function usageOf(command: Command): string {
  const options = command.options.length > 0 ? ['[options]'] : [];
  const below = command.commands.length > 0 ? ['<command>'] : [];
  return [pathOf(command), ...options, ...below, ...command.registeredArguments.map(placeholder)].join(' ');
}

export function examplesOf({ examples = [] }: Command & { readonly examples?: readonly Example[] }) {
  return examples;
}

/** PowerShell makes a blank of a comma that is not in quotes. */
function inShellOf(platform: NodeJS.Platform, [line, meaning]: Example): HelpItem {
  if (platform !== 'win32') return [line, meaning];
  const word = /(?<=\s)[^\s"']+,[^\s"']+(?=\s|$)/g;
  return [line.replace(word, (list) => inShell(list)).replaceAll("'", '"'), meaning];
}

export function argumentSection({ registeredArguments }: Command): Section {
  const items = registeredArguments.map(
    (argument): HelpItem => [argument.name(), withChoices(argument.description, argument)],
  );
  return ['Arguments:', items.filter(([, meaning]) => meaning)];
}

/** Options without a group, such as --help, join the last group of the command. */
export function optionSections(command: Command): Section[] {
  const options = command.createHelp().visibleOptions(command);
  const others = options.findLast(({ helpGroupHeading }) => helpGroupHeading)?.helpGroupHeading ?? 'Options:';
  const items = options.map((option) => {
    const { helpGroupHeading = others, flags, description, defaultValue } = option;
    const hasDefault = typeof defaultValue === 'string' || typeof defaultValue === 'number';
    const meaning = withChoices(description, option) + (hasDefault ? ` (default: ${defaultValue})` : '');
    return [helpGroupHeading, [flags, meaning]] as const;
  });
  const rules: readonly Section[] = options.some(isRateRule) ? [['Rules:', ruleMeanings]] : [];
  return [...sectionsOf(items), ...rules];
}

const commandSections = (command: Command) =>
  sectionsOf(
    command
      .createHelp()
      .visibleCommands(command)
      .map((child) => {
        const term = [child.name(), ...child.registeredArguments.map(placeholder)].join(' ');
        return [child.helpGroup() || 'Commands:', [term, child.summary() || child.description()]];
      }),
  );

function sectionsOf(items: readonly (readonly [heading: string, item: HelpItem])[]): Section[] {
  const sections = new Map<string, HelpItem[]>();
  for (const [heading, item] of items) sections.set(heading, [...(sections.get(heading) ?? []), item]);
  return [...sections];
}

function placeholder(argument: Argument) {
  const inner = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${inner}>` : `[${inner}]`;
}

function withChoices(text: string, option: Argument | Option) {
  const { argChoices } = option;
  const areNamed = argChoices?.every((choice) => new RegExp(`\\b${choice}\\b`).test(text));
  if (!argChoices || areNamed || isRateRule(option)) return text;
  const choices = `one of ${argChoices.join(', ')}`;
  return text ? `${text}; ${choices}` : choices;
}

const indent = '  ';
const spaces = 2;
const narrowestMeaning = 24;
const below = '      ';

/** @param columns of the terminal; undefined: not a terminal */
export function helpText(command: Command, columns: number | undefined, platform: NodeJS.Platform): string {
  const width = helpWidthOf(columns);
  const sections = [argumentSection(command), ...commandSections(command), ...optionSections(command)];
  const reference = command.parent ? [] : [shortForms, environmentOn(platform), filesOn(platform), exitCodes];

  const examples = examplesOf(command).map((example) => inShellOf(platform, example));
  const blocks = [
    ...listed([['Examples:', examples]], width),
    wrap(`Usage: ${usageOf(command)}`, width),
    command
      .description()
      .split('\n')
      .flatMap((line) => wrap(line, width)),
    ...listed(sections, width),
    ...reference.flatMap((section) => listed([section], width)),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** One screen of 80 columns and 24 lines, for a line without a word. */
export function overview(program: Command): string {
  const examples: readonly HelpItem[] = [
    ['ratebook 100 EUR USD', 'an amount, at the newest rate'],
    ['ratebook EUR/USD 2024-01-17', 'the rate of a day'],
    ['ratebook series 2024 -b EUR -s USD -f chart', 'a year as a chart'],
  ];
  const commands = program.commands.map((child): HelpItem => [child.name(), child.summary()]);
  const blocks = [
    [program.description()],
    listed([['', examples]], narrowest)
      .flat()
      .slice(1),
    listed([['Commands:', commands]], narrowest).flat(),
    ['No key is needed for rates of the European Central Bank. More: ratebook --help'],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const narrowest = 80;

/** The help of the program, then that of each command. */
export function everything(program: Command): string {
  const pages = [program, ...leaves(program)].map((command) => {
    const name = pathOf(command);
    return `${name}\n${'='.repeat(name.length)}\n\n${command.helpInformation()}`;
  });
  return pages.join('\n\n');
}

export function* leaves(command: Command): Generator<Command> {
  if (command.commands.length === 0) yield command;
  for (const child of command.commands) yield* leaves(child);
}

function listed(sections: readonly Section[], width: number): string[][] {
  const filled = sections.filter(([, items]) => items.length > 0);
  const terms = filled.flatMap(([, items]) => items.map(([term]) => term.length));
  const column = indent.length + Math.max(...terms) + spaces;

  const linesOf = ([term, meaning]: HelpItem) => {
    if (width - column < narrowestMeaning)
      return [
        ...wrap(term, width - 2 * indent.length).map((line, at) => indent.repeat(at === 0 ? 1 : 2) + line),
        ...wrap(meaning, width - below.length).map((line) => below + line),
      ];
    const [first, ...rest] = wrap(meaning, width - column);
    return [`${indent}${term}`.padEnd(column) + first, ...rest.map((line) => ' '.repeat(column) + line)];
  };

  return filled.map(([heading, items]) => [heading, ...items.flatMap(linesOf)]);
}

export type HelpItem = readonly [term: string, meaning: string];

type Section = readonly [heading: string, items: readonly HelpItem[]];

export function environmentOn(platform: NodeJS.Platform): Section {
  const onWindows: readonly HelpItem[] = [
    ['APPDATA', 'folder for the configuration'],
    ['LOCALAPPDATA', 'folder for the stored days and all else'],
  ];
  const onLinux: readonly HelpItem[] = [
    ['XDG_CONFIG_HOME', 'folder for the configuration (default: ~/.config)'],
    ['XDG_DATA_HOME', 'folder for the stored days (default: ~/.local/share)'],
    ['XDG_STATE_HOME', 'folder for the rest (default: ~/.local/state)'],
    ['XDG_CACHE_HOME', 'folder for compiled code (default: ~/.cache)'],
  ];
  return [
    'Environment:',
    [
      ['RATEBOOK_BASE, ...', 'settings, by their names in capitals; see config list'],
      ['RATEBOOK_APP_ID_FILE', 'a file that has the key; RATEBOOK_APP_ID takes precedence'],
      ['RATEBOOK_PAGER, PAGER', 'pager for long output; cat turns it off'],
      ['NO_COLOR, FORCE_COLOR', 'turns colour off, or on anywhere'],
      ...(platform === 'win32' ? onWindows : platform === 'darwin' ? [] : onLinux),
      ['HTTPS_PROXY, NO_PROXY', 'proxy (host:port, or a URL), and the hosts to reach without it'],
    ],
  ];
}

export function filesOn(platform: NodeJS.Platform): Section {
  const env = { APPDATA: '%APPDATA%', LOCALAPPDATA: '%LOCALAPPDATA%' };
  const { configFile = '', data, state, cache } = places({ platform, env, home: '~' });
  const end = platform === 'win32' ? '\\' : '/';
  return [
    'Files:',
    [
      [configFile, 'settings and key; see ratebook config path'],
      [`${data}${end}`, 'stored days; see ratebook store path'],
      [`${state}${end}`, 'other state: archives, journal, locks'],
      [`${cache}${end}`, 'ratebook itself, compiled; safe to delete'],
    ],
  ];
}
