import { type KeyName, keyNames, keys, textOf } from '../../config/keys.ts';
import { type Places, places } from '../../config/places.ts';
import type { Cli } from '../../run/host.ts';
import { helpWidthOf, wrap } from '../../words.ts';
import { Argument, type Command, type Definition, define } from '../definition.ts';
import { records, voice } from '../options.ts';

const load = () => import('./config.ts');

const key = () => {
  const argument = new Argument('<key>', 'name of a setting').choices(keyNames);
  // the choices are for completion: the command accepts any word, to suggest the nearest key
  return argument.argParser((name: string) => name);
};

function withSettings(command: Command, { host }: Cli): Command {
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
  run: async (cli, given) => (await import('./list.ts')).configList(given, cli),
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
  run: async (cli, _, [name]) => (await load()).configGet(name, cli),
});

const set = define({
  name: 'set',
  description: 'Change a setting; without a value, app_id is asked for or read from stdin.',
  examples: [
    ['ratebook config set app_id', 'asks for your key'],
    ['ratebook config set app_id < key.txt', 'reads it'],
    ['ratebook config set symbols EUR,GBP,JPY', 'the currencies you use'],
    ['ratebook config set confirm_above 100', 'ask above this cost'],
  ],
  options: voice,
  shape: (command, cli) => withSettings(command, cli).addArgument(key()).argument('[value]'),
  run: async (cli, _, [name, value]) => (await import('./set.ts')).configSet(name, value, cli),
});

const unset = define({
  name: 'unset',
  description: 'Remove a setting.',
  examples: [
    ['ratebook config unset symbols', 'show all currencies again'],
    ['ratebook config unset app_id', 'forget the key'],
  ],
  options: voice,
  shape: (command) => command.argument('<key>', 'name of a setting'),
  run: async (cli, _, [name]) => (await load()).configUnset(name, cli),
});

const path = define({
  name: 'path',
  description: 'Print the path of the configuration file.',
  examples: [
    ['ratebook config path', 'where the settings are'],
    ['cat "$(ratebook config path)"', 'the file as it is, with the key'],
  ],
  options: voice,
  run: async (cli) => (await load()).configPath(cli),
});

export const config: Definition = {
  name: 'config',
  use: 'Account and set-up:',
  summary: 'read and write the configuration',
  description: 'Read and write the configuration.',
  examples: [
    ['ratebook config set app_id', 'your key'],
    ['ratebook config set symbols EUR,GBP,JPY', 'the currencies you use'],
    ['ratebook config list', 'every setting'],
  ],
  commands: [list, get, set, unset, path],
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
  const { meaning, default: defaultOf } = keys[name];
  const value = defaultOf(places);
  if (value === undefined) return meaning;
  const usual = `(default:\u00a0${textOf(value)})`;
  return usual.length > width ? `${meaning}; "config list" shows the default` : `${meaning} ${usual}`;
}
