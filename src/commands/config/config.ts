import type { App } from '../../app.ts';
import { unset } from '../../config/change.ts';
import { nearest } from '../../config/choice.ts';
import { defaultOf, type KeyName, keyNames, keys, shownAs, textOf } from '../../config/keys.ts';
import { type Places, places } from '../../config/places.ts';
import {
  configFileOf,
  givenFor,
  type Origins,
  originsOf,
  resolve,
  type SettingOrigin,
  variableOf,
} from '../../config/settings.ts';
import { type ExitCode, exit, Failure, unknownWord } from '../../errors.ts';
import type { RecordsFormat } from '../../output/formats.ts';
import type { Column } from '../../output/records.ts';
import { type OutputOptions, printing, printRecords } from '../../run/output.ts';
import { autoSource } from '../../run/run.ts';
import type { SourceName } from '../../sources/table.ts';
import { helpWidthOf, wrap } from '../../words.ts';
import { Argument, type Command, type Definition, define, records, voice } from '../options.ts';

const key = () => {
  const argument = new Argument('<key>', 'name of a setting').choices(keyNames);
  // the choices are for completion: the command accepts any word, to suggest the nearest key
  return argument.argParser((name: string) => name);
};

function withSettings(command: Command, { host }: App): Command {
  return command.addHelpText('after', () => keysHelp(places(host), helpWidthOf(host.stdout)));
}

const list = define({
  name: 'list',
  description: 'Print every setting and where it comes from.',
  examples: [
    ['ratebook config list', 'and where each comes from'],
    ['RATEBOOK_BASE=CHF ratebook config list', 'a variable goes before the file'],
  ],
  options: [...records, ...voice],
  run: (app, given) => configList(given, app),
});

const get = define({
  name: 'get',
  description: 'Print one setting.',
  examples: [
    ['ratebook config get base', 'the currency that rates are relative to'],
    ['ratebook config get store', 'the folder of the stored days'],
  ],
  options: voice,
  shape: (command) => command.addArgument(key()),
  run: (app, _, [name]) => configGet(name, app),
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
  options: voice,
  shape: (command, app) => withSettings(command, app).addArgument(key()).argument('[value]'),
  run: async (app, _, [name, value]) => (await import('./set.ts')).configSet(name, value, app),
});

const unsetCommand = define({
  name: 'unset',
  description: 'Remove a setting.',
  examples: [
    ['ratebook config unset symbols', 'show all currencies again'],
    ['ratebook config unset app_id', 'forget the key'],
  ],
  options: voice,
  shape: (command) => command.argument('<key>', 'name of a setting'),
  run: (app, _, [name]) => configUnset(name, app),
});

const path = define({
  name: 'path',
  description: 'Print the path of the configuration file.',
  examples: [
    ['ratebook config path', 'where the settings are'],
    ['cat "$(ratebook config path)"', 'the file as it is, with the key'],
  ],
  options: voice,
  run: (app) => configPath(app),
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

function keysHelp(places: Places, width: number): string {
  const room = 4 + Math.max(...keyNames.map((name) => name.length));
  const lines = keyNames.flatMap((name) => {
    const text = meaningOf(name, places, width - room);
    const [first, ...rest] = wrap(text, width - room).map((line) => line.replace('\u00a0', ' '));
    return [`  ${name}`.padEnd(room) + first, ...rest.map((line) => ' '.repeat(room) + line)];
  });
  return ['', 'Settings:', ...lines].join('\n');
}

/** With the default after a blank that does not break, where it fits. */
function meaningOf(name: KeyName, places: Places, width: number): string {
  const { meaning } = keys[name];
  const value = defaultOf(name, places);
  if (value === undefined) return meaning;
  const usual = `(default:\u00a0${textOf(value)})`;
  return usual.length > width ? `${meaning}; "config list" shows the default` : `${meaning} ${usual}`;
}

async function configGet(word: string, app: App): Promise<ExitCode> {
  const { host } = app;
  const name = keyNamed(word);
  const { value } = resolve(name, originsOf(host), await autoSource(app));
  if (value === undefined) throw new Failure('not_set', `${name} is not set`);
  host.stdout.write(`${shownAs(name, textOf(value))}\n`);
  return exit.ok;
}

/** Also removes unknown keys that the file contains. */
async function configUnset(word: string, { host }: App): Promise<ExitCode> {
  if (!(await unset(word, configFileOf(host), host.signal))) keyNamed(word);
  return exit.ok;
}

function configPath({ host }: App): ExitCode {
  host.stdout.write(`${configFileOf(host)}\n`);
  return exit.ok;
}

/** What people expect a setting to be called. */
const otherKeyNames: ReadonlyMap<string, KeyName> = new Map(
  Object.entries({
    api_key: 'app_id',
    apikey: 'app_id',
    currencies: 'symbols',
    currency: 'base',
    key: 'app_id',
    token: 'app_id',
    url: 'base_url',
  }),
);

/** @throws a usage error for another word */
export function keyNamed(word: string): KeyName {
  const name = keyNames.find((key) => key === word);
  if (name) return name;
  // what follows may be the key for the service
  const message = `unknown config key ${JSON.stringify(word.replace(/=.+/s, '=…'))}`;
  const meant = otherKeyNames.get(word.toLowerCase()) ?? nearest(word, keyNames);
  throw unknownWord('unknown_key', message, meant, `the keys are ${keyNames.join(', ')}`);
}

interface Item {
  readonly name: KeyName;
  readonly shown: string | undefined;
  readonly from: string;
  readonly problem?: Failure;
}

const listColumns: readonly Column<Item>[] = [
  { name: 'key', kind: 'text', of: ({ name }) => name },
  {
    name: 'value',
    kind: 'text',
    optional: true,
    of: ({ shown }) => shown,
    table: { text: ({ shown = '-' }) => shown, narrow: 'cut first' },
  },
  { name: 'from', kind: 'text', of: ({ from }) => from, table: { narrow: 'cut' } },
];

/** Prints invalid values as they were given, and fails at the end with the first of them. */
async function configList(output: OutputOptions<RecordsFormat>, app: App): Promise<ExitCode> {
  const to = printing(output, 'table', app);
  const origins = originsOf(app.host);
  const auto = await autoSource(app);
  const items = keyNames.map((name) => itemOf(name, origins, auto));
  await printRecords({ columns: listColumns, items, headless: true }, to, app);

  const wrong = items.find(({ problem }) => problem);
  if (wrong?.problem) throw wrong.problem;
  return exit.ok;
}

function itemOf(name: KeyName, origins: Origins, auto: SourceName): Item {
  try {
    const { value, origin } = resolve(name, origins, auto);
    if (value === undefined) return { name, shown: undefined, from: 'not set' };
    return { name, shown: shownAs(name, textOf(value)), from: placeOf(name, origin, origins) };
  } catch (problem) {
    const given = givenFor(name, origins);
    if (!(problem instanceof Failure && given)) throw problem;
    const text = typeof given.value === 'string' ? given.value : JSON.stringify(given.value);
    return { name, shown: shownAs(name, text), from: placeOf(name, given.origin, origins), problem };
  }
}

function placeOf(name: KeyName, origin: SettingOrigin, { file }: Origins): string {
  if (origin === 'environment') return variableOf(name);
  return origin === 'file' ? file.path : origin;
}
