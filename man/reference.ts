import type { Command } from 'commander';
import { environmentOn, filesOn } from '../src/cli/help.ts';
import { places } from '../src/config/places.ts';
import { defaultInWords, keyNames, keys } from '../src/config/settings.ts';
import { failures } from '../src/errors.ts';
import { endingsOf, formatNames, formats } from '../src/output/formats.ts';
import { helpOf } from './document.ts';

type Row = readonly string[];

const intro = `<!-- Made by npm run build from the program's own tables. Do not edit. -->

# Reference

Every command, option, setting, format, exit code and error code. \`ratebook help COMMAND\` prints the options of one
command with examples, and \`ratebook help --json\` prints commands, options and exit codes as one JSON document.`;

const formatNotes = `The format is that of \`-f\`, or of the ending of \`-o\`, or of the setting \`format\`. Otherwise rates
are a table on a terminal, and CSV in a pipe or file.`;

const settingNotes = `Precedence: option, environment variable, configuration file, default. \`ratebook config set KEY VALUE\` writes
the file, and \`ratebook config list\` shows where each value comes from. The variable of each is \`RATEBOOK_\` and its name in
capitals, such as \`RATEBOOK_BASE_URL\`.`;

const exitNotes = `With 1, 4, 5 and 130 an output file is unchanged, stdout can be incomplete, and days already paid for are stored. A
closed pipe (\`… | head -1\`) is 0; SIGINT, SIGTERM and SIGHUP are 130.`;

const terms = [
  [
    'base, quote',
    'in `1 EUR = 1.05 USD`, EUR is the base and USD the quote; `symbols` are the quotes that you ask for',
  ],
  ['pivot', 'the currency that all rates of a source are relative to'],
  ['derived', 'a cross rate: computed from two published rates'],
  ['stored', 'a day that is complete on your disk; `held` in JSON'],
  ['closed day', 'a weekend or holiday, on which the source does not publish'],
  ['gap', 'another day that the source has no rates for'],
  ['provisional', 'rates that can still change; after that they are final'],
  ['quota', 'the requests that your plan allows per month'],
];

const errorNotes = `With \`--errors json\`, each error on stderr is a line of JSON with its code, see [Errors as
JSON](agents.md#errors-as-json). A code never changes its meaning or its exit code.`;

/** docs/reference.md, from the tables that the program itself uses. */
export function referencePage(program: Command): string {
  const { commands, exit_codes } = helpOf(program);
  return `${[
    intro,
    '## Commands',
    table(
      ['command', 'description'],
      commands.map(({ usage, description }) => [quoted(usage.replace(' [options]', '')), plain(description)]),
    ),
    '## Options',
    'Here `rates` are the commands historical, series and latest.',
    ...optionTables(commands),
    '## Formats',
    formatNotes,
    table(
      ['format', 'file endings', 'content'],
      formatNames.map((name) => [quoted(name), endingsOf(name).map(quoted).join(', '), plain(formats[name].meaning)]),
    ),
    '## Settings',
    settingNotes,
    table(['setting', 'default', 'meaning'], settingRows()),
    '## Exit codes',
    exitNotes,
    table(
      ['exit code', 'meaning'],
      exit_codes.map(({ code, meaning }) => [`${code}`, plain(meaning)]),
    ),
    '## Error codes',
    errorNotes,
    ...Object.entries(failures).flatMap(([exit, codes]) => [
      `### Exit code ${exit}`,
      table(
        ['error code', 'meaning'],
        Object.entries(codes).map(([code, meaning]) => [quoted(code), plain(meaning)]),
      ),
    ]),
    '## Terms',
    table(['term', 'meaning'], terms),
    '## Files',
    table(['', 'Linux', 'macOS', 'Windows'], fileRows()),
    '## Environment',
    table(
      ['variable', 'meaning'],
      environmentOn('linux')[1].map(([names, meaning]) => [quoted(names), plain(meaning)]),
    ),
  ].join('\n\n')}\n`;
}

/** A table of the options of several commands, then one for each command that has options of its own. */
function optionTables(commands: Commands): string[] {
  const takers = new Map<string, string[]>();
  for (const { name, options } of commands)
    for (const option of options) {
      const cells = JSON.stringify([quoted(flagsOf(option)), meaningOf(option)]);
      takers.set(cells, [...(takers.get(cells) ?? []), name.replace('ratebook ', '')]);
    }
  const all = Array.from(takers, ([cells, names]) => ({ cells: JSON.parse(cells) as [string, string], names }));
  const shared = all
    .filter(({ names }) => names.length > 1)
    .map(({ cells: [flags, meaning], names }) => {
      return [flags, names.length === commands.length ? 'every command' : shortly(names), meaning];
    });
  const own = commands.flatMap(({ name }) => {
    const short = name.replace('ratebook ', '');
    const rows = all.filter(({ names }) => names.join() === short).map(({ cells }) => cells);
    return rows.length > 0 ? [`### ${short}\n\n${table(['option', 'meaning'], rows)}`] : [];
  });
  return [table(['option', 'commands', 'meaning'], shared), ...own];
}

/** Such as `rates, store info/holes, serve`. */
const shortly = (names: readonly string[]) =>
  names
    .join(', ')
    .replace('historical, series, latest', 'rates')
    .replace(/(?<=store [^,]*), store /g, '/');

type Commands = ReturnType<typeof helpOf>['commands'];
type Option = Commands[number]['options'][number];

const flagsOf = ({ name, short, value }: Option) =>
  [short, name].filter(Boolean).join(', ') + (value ? ` <${value}>` : '');

/** With its choices where the description does not name them; the formats and rules have tables of their own. */
function meaningOf({ name, description = '', choices = [], default: usual }: Option): string {
  const hasTable = ['--format', '--rate'].includes(name ?? '');
  const isNamed = choices.every((choice) => new RegExp(`\\b${choice}\\b`).test(description));
  const oneOf = hasTable || isNamed ? '' : `; one of ${choices.map(quoted).join(', ')}`;
  return `${plain(description)}${oneOf}${usual === undefined ? '' : ` (default: ${plain(`${usual}`)})`}`;
}

function settingRows(): Row[] {
  const own = places({ platform: 'linux', env: {}, home: '~' });
  return keyNames.map((key) => {
    const value = defaultInWords(key, own);
    const text = value === undefined ? '' : quoted(String(value));
    return [quoted(key), text, plain(keys[key].meaning)];
  });
}

function fileRows(): Row[] {
  const [onLinux, onMac, onWindows] = (['linux', 'darwin', 'win32'] as const).map((platform) => filesOn(platform)[1]);
  return (onLinux ?? []).map(([path, meaning], at) => [
    plain(meaning),
    quoted(path),
    quoted(onMac?.[at]?.[0] ?? ''),
    quoted(onWindows?.[at]?.[0] ?? ''),
  ]);
}

function table(head: Row, rows: readonly Row[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const quoted = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

/** The first paragraph, with what Markdown would take for its own signs escaped. */
const plain = (text: string) => (text.split('\n\n')[0] ?? '').replace(/[|*<]/g, '\\$&');
