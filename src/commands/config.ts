import type { App } from '../app.ts';
import { set, unset } from '../config/change.ts';
import { places, requirePlace } from '../config/places.ts';
import {
  checkKeys,
  defaultInWords,
  defaultOf,
  type KeyName,
  keyNames,
  keys,
  type Origins,
  originsOf,
  resolve,
  shownAs,
  unparsed,
  variableOf,
} from '../config/settings.ts';
import { parseCode } from '../currencies/code.ts';
import { type ExitCode, exit, Failure, failureIn, ifPossible, ratebook, unknownWord } from '../errors.ts';
import type { RecordsFormat } from '../output/formats.ts';
import type { Columns } from '../output/records.ts';
import { openStore } from '../run/days.ts';
import { readCodes } from '../run/known-codes.ts';
import { type OutputOptions, printing, printRecords } from '../run/output.ts';
import { autoSource, startRun } from '../run/run.ts';
import { serviceName } from '../sources/table.ts';
import { helpWidthOf, nearest, wrap } from '../words.ts';
import { Argument, type Command, type Definition, define, records, reporting } from './options.ts';
import { notePlan } from './usage.ts';

// the choices are for completion: the command accepts any word, to suggest the nearest key
const key = new Argument('<key>', 'name of a setting').choices(keyNames).argParser((name: string) => name);

const list = define({
  name: 'list',
  description: 'Print every setting and where it comes from.',
  examples: [
    ['ratebook config list', 'and where each comes from'],
    ['RATEBOOK_BASE=CHF ratebook config list', 'a variable takes precedence'],
  ],
  options: [...records, ...reporting],
  run: configList,
});

const get = define({
  name: 'get',
  description: 'Print one setting.',
  examples: [
    ['ratebook config get base', 'the currency that rates are relative to'],
    ['ratebook config get store', 'the folder of the stored days'],
  ],
  options: reporting,
  shape: (command) => command.addArgument(key),
  run: async (app, _, [word]) => {
    const name = keyNamed(word);
    const origins = originsOf(app.host);
    const { value } = resolve(name, origins, sourceOfAuto(origins, app));
    if (value === undefined) throw new Failure('not_set', `${name} is not set`);
    app.host.stdout.write(`${shownAs(name, `${value}`)}\n`);
    return exit.ok;
  },
});

const setCommand = define({
  name: 'set',
  description: 'Change a setting; without a value, app_id is asked for or read from stdin.',
  examples: [
    ['ratebook config set app_id', 'asks for your key'],
    ['ratebook config set app_id < key.txt', 'reads it'],
    ['ratebook config set symbols EUR,GBP,JPY', 'the currencies you use'],
    ['ratebook config set confirm_above 100', 'ask above this cost'],
  ],
  options: reporting,
  shape: (command, app) => withSettings(command, app).addArgument(key).argument('[value]'),
  run: (app, _, [word, value]) => configSet(keyNamed(word), value, app),
});

const unsetCommand = define({
  name: 'unset',
  description: 'Remove a setting.',
  examples: [
    ['ratebook config unset symbols', 'show all currencies again'],
    ['ratebook config unset app_id', 'forget the key'],
  ],
  options: reporting,
  shape: (command) => command.argument('<key>', 'name of a setting'),
  run: async (app, _, [word]) => {
    // also an unknown key that the file contains
    if (!(await unset(word, fileOf(app), app.host.signal))) keyNamed(word);
    return exit.ok;
  },
});

const path = define({
  name: 'path',
  description: 'Print the path of the configuration file.',
  examples: [
    ['ratebook config path', 'where the settings are'],
    ['cat "$(ratebook config path)"', 'the file as it is, with the key'],
  ],
  options: reporting,
  run: (app) => {
    app.host.stdout.write(`${fileOf(app)}\n`);
    return exit.ok;
  },
});

export const configCommand: Definition = {
  name: 'config',
  description: 'Read and write the configuration.',
  examples: [
    ['ratebook config set app_id', 'your key'],
    ['ratebook config set symbols EUR,GBP,JPY', 'the currencies you use'],
    ['ratebook config list', 'every setting'],
  ],
  commands: [list, get, setCommand, unsetCommand, path],
  shape: withSettings,
};

const fileOf = ({ host }: App) => requirePlace(places(host).configFile, 'configFile', host.platform);

function withSettings(command: Command, { host }: App) {
  return command.addHelpText('after', () => keysHelp(host, helpWidthOf(host.stdout.columns)));
}

/** Each with its default after a blank that does not break, where it fits. */
function keysHelp(host: App['host'], width: number): string {
  const indent = 4 + Math.max(...keyNames.map((name) => name.length));
  const lines = keyNames.flatMap((name) => {
    const value = defaultInWords(name, places(host));
    const defaultText = value === undefined ? '' : ` (default:\u00a0${value})`;
    const fits = defaultText.length <= width - indent + 1;
    const text = keys[name].meaning + (fits ? defaultText : '; "config list" shows the default');
    const [first, ...rest] = wrap(text, width - indent).map((line) => line.replace('\u00a0', ' '));
    return [`  ${name}`.padEnd(indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)];
  });
  return ['', 'Settings:', ...lines].join('\n');
}

/** Other names of settings. */
const otherNames: readonly (readonly [RegExp, KeyName])[] = [
  [/^(api_?)?key$|^token$/i, 'app_id'],
  [/^currencies$/i, 'symbols'],
  [/^currency$/i, 'base'],
  [/^url$/i, 'base_url'],
];

/** @throws a usage error for another word */
function keyNamed(word: string) {
  const name = keyNames.find((each) => each === word);
  if (name) return name;
  // what follows may be the key for the service
  const message = `unknown setting ${JSON.stringify(word.replace(/=.+/s, '=…'))}`;
  const suggestion = otherNames.find(([pattern]) => pattern.test(word))?.[1] ?? nearest(word, keyNames);
  throw unknownWord('unknown_key', message, suggestion, `the settings are ${keyNames.join(', ')}`);
}

/** The source of `auto`, without a look at the store where a source, a key or an address is set. */
function sourceOfAuto(origins: Origins, app: App) {
  for (const name of ['source', 'app_id', 'base_url'] as const)
    if (unparsed(name, origins).origin !== 'default') return serviceName;
  return autoSource(app);
}

const listColumns: Columns = {
  key: 'text',
  value: { kind: 'text', optional: true, narrow: 'cut' },
  from: { kind: 'text', narrow: 'cut' },
};

/** Prints invalid values as they are set, and fails at the end with the first of them. */
async function configList(app: App, output: OutputOptions<RecordsFormat>): Promise<ExitCode> {
  const to = printing(output, 'table', app);
  const origins = originsOf(app.host);
  const auto = sourceOfAuto(origins, app);
  const problems: unknown[] = [];
  const rows: (string | undefined)[][] = [];
  for (const name of keyNames) {
    const { value: text, origin, where } = unparsed(name, origins);
    const from = origin === 'file' ? origins.file.path : where || origin;
    try {
      const { value } = resolve(name, origins, auto);
      if (value === undefined) rows.push([name, to.format === 'table' ? '-' : undefined, 'not set']);
      else rows.push([name, shownAs(name, `${value}`), from]);
    } catch (error) {
      problems.push(error);
      rows.push([name, shownAs(name, typeof text === 'string' ? text : JSON.stringify(text)), from]);
    }
  }
  await printRecords({ columns: listColumns, rows, isHeadless: true }, to, app);
  if (problems.length > 0) throw problems[0];
  checkKeys(origins.file);
  return exit.ok;
}

async function configSet(name: KeyName, value: string | undefined, app: App): Promise<ExitCode> {
  const { host, reporter } = app;
  const isRead = value === undefined || (value === '-' && name === 'app_id');
  const typed = isRead ? await askFor(name, app) : value;
  const text = name === 'base' || name === 'symbols' ? await inCodes(name, typed, app) : typed;
  await set(name, text, fileOf(app), host.signal);

  const variable = variableOf(name);
  const other = host.env[variable];
  if (other && other !== text)
    reporter.problem(
      `saved, but the environment variable ${variable} takes precedence; unset it to use the saved value`,
    );
  if (name !== 'app_id') return exit.ok;

  if (host.stdin.isTTY && host.stderr.isTTY) await notePlan(text, app);
  return exit.ok;
}

async function askFor(name: KeyName, { host, reporter }: App): Promise<string> {
  const { stdin, prompt } = host;
  const refuse = (hint: string) => new Failure('missing_argument', `config set ${name} needs a value`, hint);
  if (name !== 'app_id') {
    const example = defaultOf(name, places(host)) ?? (name === 'format' ? 'csv' : '100');
    // as text, since it is not to be tried: it changes a setting
    throw refuse(`${ratebook('config', 'set', name, `${example}`)}`);
  }
  if (stdin.isTTY && reporter.isForProgram)
    throw refuse('it is read from a pipe: printenv KEY | ratebook config set app_id');
  const answer = stdin.isTTY ? prompt.secret('app_id (not shown)') : prompt.firstLine();
  return (await answer).trim();
}

/** With the codes that signs and names stand for. */
async function inCodes(name: 'base' | 'symbols', typed: string, app: App): Promise<string> {
  const words = [keys[name].parse(typed, name)].flat();
  if (words[0] === '*') return '*';

  // this setting can be shown although the store cannot be found, or another setting is invalid
  const stored = ifPossible(() => {
    const run = startRun(app, { settings: { [name]: typed } });
    return { store: openStore(run), source: run.source };
  });
  try {
    // whoever sets a symbol may always mean to ask with --show-alternative
    return readCodes(words, { store: undefined, ...stored, alternative: true }, app.reporter).join(',');
  } catch (error) {
    const failure = failureIn(error);
    const newest = ratebook('historical', 'yesterday').in(
      (line) => `if the service has it, store a day of it first: ${line}`,
    );
    throw failure.exitCode === exit.usage && words.every(parseCode) ? failure.hinting(newest) : failure;
  }
}
