import { Argument, Command } from 'commander';
import { version } from '../../package.json';
import { keyNames } from '../config/keys.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { type Shell, shells } from './completion/shells.ts';
import { type OptionName, options, optionsOf } from './options.ts';

const examples = `
Examples:
  ratebook historical 2024-01-17 -s EUR,GBP
  ratebook series 2024-01 --wide -o january.csv
  ratebook series 2024 -b EUR -s JPY --dry-run
  ratebook convert 250 EUR USD --on 2024-01-17
  ratebook historical yesterday --demo            no key needed, made-up rates

Exit codes: 0 all that was asked for, 1 failed, 2 usage, 3 partial, 4 key,
            5 refused for cost or plan, 130 interrupted`;

/** The command tree; each action loads what it runs, and hands its exit code to `finish`. */
export function createProgram(cli: Cli, finish: (code: ExitCode) => void): Command {
  const program = new Command('ratebook')
    .description('Exchange rates of a day, of every day of a range, and as a daily archive.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', examples)
    .hook('preAction', (_, command) => cli.reporter.speak(command.opts()));

  add(program.command('historical'), optionsOf.historical)
    .summary('rates of one or more days')
    .description('Rates of one or more days.')
    .argument('<day...>', 'YYYY-MM-DD, today or yesterday, in UTC')
    .action(async (days, given) =>
      finish(await (await import('../commands/historical.ts')).historical(days, given, cli)),
    );

  add(program.command('series'), optionsOf.series)
    .summary('every day of a range')
    .description('Rates of every day of a range, both ends included.')
    .argument('<start>', 'a day, a month YYYY-MM or a year YYYY')
    .argument('[end]', "likewise; without it the start's own period is meant")
    .action(async (start, end, given) =>
      finish(await (await import('../commands/series.ts')).series(start, end, given, cli)),
    );

  add(withNegativeAmounts(program.command('convert')), optionsOf.convert)
    .summary('an amount in other currencies')
    .description("An amount in other currencies, at a day's rate.")
    .argument('<amount>', '250, 1,234.50, 1.234,50, -5')
    .argument('<from>', 'its currency')
    .argument('<to...>', 'one or more others')
    .action(async (amount, from, to, given) =>
      finish(await (await import('../commands/convert.ts')).convert(amount, from, to, given, cli)),
    );

  add(program.command('archive'), optionsOf.archive)
    .summary('fetch finished days that the store lacks; made for cron')
    .description(
      'Fetch finished days that the store lacks, the newest first, at most --max-cost (100) a run.',
    )
    .action(async (given) => finish(await (await import('../commands/archive.ts')).archive(given, cli)));

  add(program.command('currencies'), optionsOf.currencies)
    .summary('codes, names, decimals, first and last held day')
    .description('Currencies: codes, names, decimals, first and last held day. Asks nothing.')
    .argument('[word...]', 'a code, a name or a part of either; all must match')
    .action(async (words, given) =>
      finish(await (await import('../commands/currencies.ts')).currencies(words, given, cli)),
    );

  add(program.command('usage'), optionsOf.usage)
    .summary('plan, requests used and left this month')
    .description("The key's plan, and its requests used and left this month.")
    .action(async (given) => finish(await (await import('../commands/usage.ts')).usage(given, cli)));

  addStore(program.command('store'), cli, finish);

  add(program.command('serve'), optionsOf.serve)
    .summary("answer the service's own interface from the store")
    .description("Answer the service's own interface from the store, to this machine.")
    .action(async (given) => finish(await (await import('../commands/serve.ts')).serve(given, cli)));

  addConfig(program.command('config'), cli, finish);

  program
    .command('completion')
    .summary('print the completion script of a shell')
    .description('Print the completion script of a shell.')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell) =>
      finish((await import('../commands/completion.ts')).completion(await scriptFor(shell), cli.host)),
    );

  async function scriptFor(shell: Shell): Promise<string> {
    return (await import('./completion/script.ts')).completionScript(shell, program);
  }

  return program;
}

function addStore(store: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const load = () => import('../commands/store.ts');
  store.summary('what is held').description('What is held.');
  store
    .command('info')
    .description('Print days held, the first and the last, holes and size.')
    .action(async () => finish(await (await load()).storeInfo(cli)));
  store
    .command('verify')
    .description('Read every held day.')
    .action(async () => finish(await (await load()).storeVerify(cli)));
  store
    .command('path')
    .description("Print the folder of the configured service's days.")
    .action(async () => finish((await load()).storePath(cli)));
}

function addConfig(config: Command, { host }: Cli, finish: (code: ExitCode) => void): void {
  const load = () => import('../commands/config.ts');
  // the choices are for the shells: an unknown key gets its own error, with what may have been meant
  const key = () =>
    new Argument('<key>', 'name of a key').choices(keyNames).argParser((name: string) => name);
  config.summary('read and write the configuration').description('Read and write the configuration.');
  config
    .command('list')
    .description('Print each value and where it comes from.')
    .action(async () => finish((await load()).configList(host)));
  config
    .command('get')
    .description('Print one value.')
    .addArgument(key())
    .action(async (name) => finish((await load()).configGet(name, host)));
  config
    .command('set')
    .description('Store a value; app_id without one is asked for, or read from stdin.')
    .addArgument(key())
    .argument('[value]')
    .action(async (name, value) => finish(await (await load()).configSet(name, value, host)));
  config
    .command('unset')
    .description('Remove a value.')
    .argument('<key>', 'name of a key')
    .action(async (name) => finish(await (await load()).configUnset(name, host)));
  config
    .command('path')
    .description("Print the configuration file's path.")
    .action(async () => finish((await load()).configPath(host)));
}

/** Commander takes `-1,234.50` for an option; with a minus of its own it is an argument. */
function withNegativeAmounts(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (words) => parse(words.map((word) => word.replace(/^-(?=[.,]?\d)/, '−')));
  return command;
}

function add(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) command.addOption(options[name]());
  return command;
}
