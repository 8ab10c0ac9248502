import type { Argument, Command, Help, HelpConfiguration, Option } from 'commander';
import { type Example, toldChoicesOf } from '../commands/options.ts';
import { type ExitCode, exit } from '../errors.ts';
import { helpWidthOf, inShell, wrap } from '../words.ts';

/** What may be typed without the command that it means. */
export const shortForms: Section = [
  'Without a command:',
  [
    ['ratebook 100 EUR USD', 'convert 100 EUR USD, with every option of convert'],
    ['ratebook 100 EUR in USD and CHF on 3 May 2019', 'the same with words, on a day'],
    ['ratebook EUR/USD', 'its rate, with all its digits'],
    ['ratebook 2024-01-17', 'historical 2024-01-17, with its options'],
  ],
];

const meanings: Record<ExitCode, string> = {
  [exit.ok]: 'everything you asked for',
  [exit.failed]: 'failed, may work later: network, service, disk',
  [exit.usage]: 'usage: an unknown command, option or setting; a malformed day or code',
  [exit.partial]: 'partial: the rest is written, stderr names what is missing',
  [exit.key]: 'no app_id, or the service rejects it',
  [exit.refused]: 'refused because of cost or plan',
  [exit.interrupted]: 'interrupted',
};

export const exitCodes: Section = ['Exit codes:', Object.entries(meanings)];

export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

export const childOf = (command: Command, name: string | undefined) =>
  command.commands.find((child) => child.name() === name);

export const hasFlag = ({ short, long }: Option, flag: string) => short === flag || long === flag;

export function usageOf(command: Command): string {
  const options = command.options.length > 0 ? ['[options]'] : [];
  const below = command.commands.length > 0 ? ['<command>'] : [];
  return [pathOf(command), ...options, ...below, ...command.registeredArguments.map(placeholder)].join(' ');
}

export function examplesOf({ examples = [] }: Command & { readonly examples?: readonly Example[] }) {
  return examples;
}

/** PowerShell makes a blank of a comma that is not in quotes. */
function inShellOf(platform: NodeJS.Platform, [line, meaning]: Example): Item {
  if (platform !== 'win32') return [line, meaning];
  const word = /(?<=\s)[^\s"']+,[^\s"']+(?=\s|$)/g;
  return [line.replace(word, (list) => inShell(list)).replaceAll("'", '"'), meaning];
}

export function argumentSection({ registeredArguments }: Command): Section {
  const items = registeredArguments.map(
    (argument): Item => [argument.name(), withChoices(argument.description, argument)],
  );
  return ['Arguments:', items.filter(([, meaning]) => meaning)];
}

/** What has no group of its own, such as --help, joins the command's last one. */
export function optionSections(command: Command): Section[] {
  const options = command.createHelp().visibleOptions(command);
  const others = options.findLast(({ helpGroupHeading }) => helpGroupHeading)?.helpGroupHeading ?? 'Options:';
  const told = options.flatMap((option): Section[] => {
    const choices = toldChoicesOf(option);
    return choices ? [[choices.heading, choices.lines]] : [];
  });
  const sections = grouped(options, (option) => {
    const { helpGroupHeading = others, flags, description, required, mandatory, defaultValue } = option;
    const isUsual = required && !mandatory && defaultValue !== undefined;
    const meaning = withChoices(description, option) + (isUsual ? ` (default: ${defaultValue})` : '');
    return [helpGroupHeading, [flags, meaning]];
  });
  return [...sections, ...told];
}

function commandSections(command: Command): Section[] {
  return grouped(command.createHelp().visibleCommands(command), (child) => {
    const term = [child.name(), ...child.registeredArguments.map(placeholder)].join(' ');
    return [child.helpGroup() || 'Commands:', [term, child.summary() || child.description()]];
  });
}

function grouped<T>(things: readonly T[], place: (thing: T) => [heading: string, item: Item]): Section[] {
  const sections = new Map<string, Item[]>();
  for (const [heading, item] of things.map(place)) {
    const before = sections.get(heading) ?? [];
    sections.set(heading, [...before, item]);
  }
  return [...sections];
}

function placeholder(argument: Argument): string {
  const inner = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${inner}>` : `[${inner}]`;
}

function withChoices(text: string, option: Argument | Option): string {
  const { argChoices } = option;
  const isTold = argChoices?.every((choice) => new RegExp(`\\b${choice}\\b`).test(text));
  if (!argChoices || isTold || toldChoicesOf(option)) return text;
  const choices = `one of ${argChoices.join(', ')}`;
  return text ? `${text}; ${choices}` : choices;
}

const indent = '  ';
const spaces = 2;
const narrowestMeaning = 24;
const below = '      ';

export const layoutOn = (platform: NodeJS.Platform): HelpConfiguration => ({
  formatHelp: (command: Command, { helpWidth }: Help) => {
    const width = helpWidthOf({ columns: helpWidth });
    const sections = [argumentSection(command), ...commandSections(command), ...optionSections(command)];
    const reference = command.parent
      ? []
      : [shortForms, environmentOn(platform), filesOn(platform), exitCodes];

    const blocks = [
      ...listed([['Examples:', examplesOf(command).map((example) => inShellOf(platform, example))]], width),
      wrap(`Usage: ${usageOf(command)}`, width),
      command
        .description()
        .split('\n')
        .flatMap((line) => wrap(line, width)),
      ...listed(sections, width),
      ...reference.flatMap((section) => listed([section], width)),
    ];
    return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  },
});

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

  const linesOf = ([term, meaning]: Item): string[] => {
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

export type Item = readonly [term: string, meaning: string];

type Section = readonly [heading: string, items: readonly Item[]];

/** What another system than Linux has in place of it. */
interface Folder {
  readonly variable: Item;
  readonly mac: string;
  readonly windows: string;
  readonly path: Item;
}

const folders: readonly Folder[] = [
  {
    variable: ['XDG_CONFIG_HOME', 'folder for the configuration (default: ~/.config)'],
    path: ['~/.config/ratebook/config.json', 'settings and key; see ratebook config path'],
    mac: '~/Library/Preferences/ratebook/config.json',
    windows: '%APPDATA%\\ratebook\\Config\\config.json',
  },
  {
    variable: ['XDG_DATA_HOME', 'folder for the stored days (default: ~/.local/share)'],
    path: ['~/.local/share/ratebook/', 'stored days; see ratebook store path'],
    mac: '~/Library/Application Support/ratebook/',
    windows: '%LOCALAPPDATA%\\ratebook\\Data\\',
  },
  {
    variable: ['XDG_STATE_HOME', 'folder for the rest (default: ~/.local/state)'],
    path: ['~/.local/state/ratebook/', 'what else ratebook remembers'],
    mac: '~/Library/Application Support/ratebook-state/',
    windows: '%LOCALAPPDATA%\\ratebook\\State\\',
  },
  {
    variable: ['XDG_CACHE_HOME', 'folder for compiled code (default: ~/.cache)'],
    path: ['~/.cache/ratebook/', 'ratebook itself, compiled; safe to delete'],
    mac: '~/Library/Caches/ratebook/',
    windows: '%LOCALAPPDATA%\\ratebook\\Cache\\',
  },
];

const onWindows: readonly Item[] = [
  ['APPDATA', 'folder for the configuration'],
  ['LOCALAPPDATA', 'folder for the stored days and all else'],
];

export function environmentOn(platform: NodeJS.Platform): Section {
  const onLinux = platform === 'darwin' ? [] : folders.map(({ variable }) => variable);
  return [
    'Environment:',
    [
      ['RATEBOOK_BASE, ...', 'settings, by their names in capitals; see config list'],
      ['RATEBOOK_PAGER, PAGER', 'shows what is longer than the screen; cat: none'],
      ['NO_COLOR, FORCE_COLOR', 'without colour, or with colour anywhere'],
      ...(platform === 'win32' ? onWindows : onLinux),
      ['HTTPS_PROXY, NO_PROXY', 'proxy, and the hosts to reach without it'],
    ],
  ];
}

export function filesOn(platform: NodeJS.Platform): Section {
  const items = folders.map(({ path: [path, meaning], mac, windows }): Item => {
    if (platform === 'win32') return [windows, meaning];
    return [platform === 'darwin' ? mac : path, meaning];
  });
  return ['Files:', items];
}
