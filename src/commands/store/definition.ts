import type { Command } from 'commander';
import { addOptions } from '../../cli/add-options.ts';
import { optionsOf } from '../../cli/command-options.ts';
import type { ExitCode } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';

export function addStoreCommands(store: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const load = () => import('./store.ts');
  store
    .summary('inspect, check and add stored days')
    .description('Inspect, check and add stored days.')
    .helpCommand('help [command]', 'Describe a command.');
  addOptions(store.command('info'), optionsOf.storeInfo)
    .description('Print the stored days of each year, holes and size.')
    .action(async (given) => finish(await (await load()).storeInfo(given, cli)));
  addOptions(store.command('holes'), optionsOf.storeHoles)
    .description('List the missing days between the first and the last stored one.')
    .action(async (given) => finish(await (await import('./holes.ts')).storeHoles(given, cli)));
  addOptions(store.command('verify'), optionsOf.storeVerify)
    .description('Read every stored day and name damaged files.')
    .action(async (given) => finish(await (await load()).storeVerify(given, cli)));
  addOptions(store.command('check'), optionsOf.storeCheck)
    .description('Look for rates that are odd: jumps, inverses, standstill, missing codes.')
    .action(async (given) => finish(await (await import('./check.ts')).storeCheck(given, cli)));
  addOptions(store.command('import'), optionsOf.storeImport)
    .description(
      'Add days from files: day files, folders of them, .ndjson and .ndjson.gz. Overwrites nothing.',
    )
    .argument(
      '<path...>',
      'a day file 2024-01-17.json, a folder of them, or a file of lines {"date":...,"body":...}',
    )
    .action(async (paths, given) =>
      finish(await (await import('./import.ts')).storeImport(paths, given, cli)),
    );
  store
    .command('path')
    .description('Print the folder with the stored days of the configured service.')
    .action(async () => finish((await load()).storePath(cli)));
}
