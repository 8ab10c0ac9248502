import { Argument, type Command } from 'commander';
import { addOptions } from '../../cli/add-options.ts';
import { optionsOf } from '../../cli/command-options.ts';
import { keyNames } from '../../config/keys.ts';
import { places } from '../../config/places.ts';
import type { ExitCode } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import { keysHelp } from './keys-help.ts';

export function addConfigCommands(config: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const { host } = cli;
  const load = () => import('./config.ts');
  const settings = () => keysHelp(places(host.platform, host.env, host.home));
  // the choices are for completion; the parser accepts any word, so that the command can suggest the nearest key
  const key = () =>
    new Argument('<key>', 'name of a setting').choices(keyNames).argParser((name: string) => name);
  config
    .summary('read and write the configuration')
    .description('Read and write the configuration.')
    .helpCommand('help [command]', 'Describe a command.')
    .addHelpText('after', settings);
  addOptions(config.command('list'), optionsOf.configList)
    .description('Print every setting and where it comes from.')
    .action(async (given) => finish(await (await load()).configList(given, cli)));
  config
    .command('get')
    .description('Print one setting.')
    .addArgument(key())
    .action(async (name) => finish((await load()).configGet(name, host)));
  config
    .command('set')
    .description('Change a setting; without a value, app_id is asked for or read from stdin.')
    .addArgument(key())
    .argument('[value]')
    .addHelpText('after', settings)
    .action(async (name, value) => finish(await (await load()).configSet(name, value, cli)));
  config
    .command('unset')
    .description('Remove a setting.')
    .argument('<key>', 'name of a setting')
    .action(async (name) => finish(await (await load()).configUnset(name, host)));
  config
    .command('path')
    .description('Print the path of the configuration file.')
    .action(async () => finish((await load()).configPath(host)));
}
