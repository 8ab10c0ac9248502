import { Argument, type Command, type Option } from 'commander';
import { version } from '../../package.json';
import { choiceOf } from '../config/choice.ts';
import { keyNames } from '../config/keys.ts';
import { places } from '../config/places.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { addWhenRead, RatebookCommand } from './command.ts';
import { type Shell, shells } from './completion/shells.ts';
import { commandAt } from './help/command-at.ts';
import { layout } from './help/layout.ts';
import { keysHelp } from './keys-help.ts';
import { type OptionName, optionNames, options, optionsOf } from './options.ts';

/** What a command is for; `ratebook --help` lists the commands under these. */
const uses = {
  rates: 'Rates:',
  store: 'Store:',
  setUp: 'Account and set-up:',
};

/** The command tree; each action loads its command and passes the exit code to `finish`. */
export function createProgram(cli: Cli, finish: (code: ExitCode) => void): RatebookCommand {
  const program = new RatebookCommand('ratebook')
    .description('Exchange rates of a day, of every day of a range, and as a daily archive.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError(false)
    .helpOption('-h, --help', 'print this help')
    .configureHelp(layout)
    .hook('preAction', (_, command) => cli.reporter.speak(command.opts()));

  add(program.command('historical'), optionsOf.historical)
    .summary('rates of one or more days')
    .helpGroup(uses.rates)
    .description('Rates of one or more days.')
    .argument('<day...>', 'YYYY-MM-DD, today or yesterday, in UTC')
    .action(async (days, given) =>
      finish(await (await import('../commands/historical.ts')).historical(days, given, cli)),
    );

  add(program.command('series'), optionsOf.series)
    .summary('every day of a range')
    .helpGroup(uses.rates)
    .description('Rates of every day of a range, both ends included.')
    .argument('<start>', 'a day, a month YYYY-MM or a year YYYY')
    .argument('[end]', 'the same; without it, the range is the day, month or year of <start>')
    .action(async (start, end, given) =>
      finish(await (await import('../commands/series.ts')).series(start, end, given, cli)),
    );

  add(program.command('latest'), optionsOf.latest)
    .summary('the newest rates there are')
    .helpGroup(uses.rates)
    .description('The newest rates there are: those of the day that is not over yet.')
    .action(async (given) => finish(await (await import('../commands/latest.ts')).latest(given, cli)));

  add(withNegativeAmounts(program.command('convert')), optionsOf.convert)
    .summary('an amount in other currencies')
    .helpGroup(uses.rates)
    .description("An amount in other currencies, at a day's rate.")
    .argument('<amount>', '250, 1,234.50, 1.234,50, -5')
    .argument('<from>', 'its currency')
    .argument('<to...>', 'one or more others')
    .action(async (amount, from, to, given) =>
      finish(await (await import('../commands/convert.ts')).convert(amount, from, to, given, cli)),
    );

  add(program.command('annotate'), optionsOf.annotate)
    .summary("a CSV file, each row with its own day's rate")
    .helpGroup(uses.rates)
    .description(
      'A CSV file of transactions, each row with the rate of its own day. Needs --date, --amount, --from and --to.',
    )
    .argument('<file>', 'a CSV file with a header; - is stdin')
    .action(async (file, given) =>
      finish(await (await import('../commands/annotate.ts')).annotate(file, given, cli)),
    );

  add(program.command('archive'), optionsOf.archive)
    .summary('fetch days that are not stored yet; for cron')
    .helpGroup(uses.store)
    .description(
      'Fetch the finished days that are not stored yet, newest first, spending at most --max-cost (100) per run.',
    )
    .action(async (given) => finish(await (await import('../commands/archive.ts')).archive(given, cli)));

  add(program.command('currencies'), optionsOf.currencies)
    .summary('codes, names, decimals, first and last day')
    .helpGroup(uses.rates)
    .description('Codes, names and decimals of currencies, and the first and last stored day. Costs nothing.')
    .argument('[word...]', 'a code, a name or a part of either; all must match')
    .action(async (words, given) =>
      finish(await (await import('../commands/currencies.ts')).currencies(words, given, cli)),
    );

  add(program.command('usage'), optionsOf.usage)
    .summary('plan, requests used and left this month')
    .helpGroup(uses.setUp)
    .description('Your plan, and the requests used and left this month.')
    .action(async (given) => finish(await (await import('../commands/usage.ts')).usage(given, cli)));

  addStore(program.command('store'), cli, finish);

  add(program.command('serve'), optionsOf.serve)
    .summary("answer the service's interface from the store")
    .helpGroup(uses.store)
    .description("Answer the service's own interface on this machine, from the store.")
    .action(async (given) => finish(await (await import('../commands/serve.ts')).serve(given, cli)));

  addConfig(program.command('config'), cli, finish);

  program
    .command('completion')
    .summary('print the completion script for a shell')
    .helpGroup(uses.setUp)
    .description('Print the completion script for a shell.')
    .addArgument(
      new Argument('<shell>').choices(shells).argParser((name) => choiceOf(name, shells, '<shell>')),
    )
    .action(async (shell) =>
      finish((await import('../commands/completion.ts')).completion(await scriptFor(shell), cli.host)),
    );

  program
    .command('help')
    .summary('describe a command')
    .helpGroup(uses.setUp)
    .description('Describe ratebook or one of its commands.')
    .argument('[command...]', 'such as series, or store info')
    .option('--man', 'the manual page, with all commands')
    .action(async (words, { man }) => {
      if (!man) commandAt(program, words).help();
      const { manual } = await import('../commands/manual.ts');
      finish(await manual(await page(), cli.host));
    });

  async function page(): Promise<string> {
    return (await import('./man/page.ts')).manPage(program);
  }

  async function scriptFor(shell: Shell): Promise<string> {
    return (await import('./completion/script.ts')).completionScript(shell, program);
  }

  return program;
}

function addStore(store: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const load = () => import('../commands/store.ts');
  store
    .summary('inspect, check and add stored days')
    .helpGroup(uses.store)
    .description('Inspect, check and add stored days.')
    .helpCommand('help [command]', 'Describe a command.');
  store
    .command('info')
    .description('Print the stored days of each year, holes and size.')
    .action(async () => finish(await (await load()).storeInfo(cli)));
  add(store.command('holes'), optionsOf.storeHoles)
    .description('List the missing days between the first and the last stored one.')
    .action(async (given) =>
      finish(await (await import('../commands/store-holes.ts')).storeHoles(given, cli)),
    );
  store
    .command('verify')
    .description('Read every stored day and name damaged files.')
    .action(async () => finish(await (await load()).storeVerify(cli)));
  add(store.command('check'), optionsOf.storeCheck)
    .description('Look for rates that are odd: jumps, inverses, standstill, missing codes.')
    .action(async (given) =>
      finish(await (await import('../commands/store-check.ts')).storeCheck(given, cli)),
    );
  add(store.command('import'), optionsOf.storeImport)
    .description(
      'Add days from files: day files, folders of them, .ndjson and .ndjson.gz. Overwrites nothing.',
    )
    .argument(
      '<path...>',
      'a day file 2024-01-17.json, a folder of them, or a file of lines {"date":...,"body":...}',
    )
    .action(async (paths, given) =>
      finish(await (await import('../commands/store-import.ts')).storeImport(paths, given, cli)),
    );
  store
    .command('path')
    .description('Print the folder with the stored days of the configured service.')
    .action(async () => finish((await load()).storePath(cli)));
}

function addConfig(config: Command, cli: Cli, finish: (code: ExitCode) => void): void {
  const { host } = cli;
  const load = () => import('../commands/config.ts');
  const settings = () => keysHelp(places(host.platform, host.env, host.home));
  // the choices are for completion; the parser accepts any word, so that the command can suggest the nearest key
  const key = () =>
    new Argument('<key>', 'name of a setting').choices(keyNames).argParser((name: string) => name);
  config
    .summary('read and write the configuration')
    .helpGroup(uses.setUp)
    .description('Read and write the configuration.')
    .helpCommand('help [command]', 'Describe a command.')
    .addHelpText('after', settings);
  config
    .command('list')
    .description('Print every setting and where it comes from.')
    .action(async () => finish((await load()).configList(host)));
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

/** Commander takes `-1,234.50` for an option, but not if it starts with a typographic minus. */
function withNegativeAmounts(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (words) => parse(words.map((word) => word.replace(/^-(?=[.,]?\d)/, '−')));
  return command;
}

function add(command: Command, names: readonly OptionName[]): Command {
  return addWhenRead(command.optionsGroup('Run:'), () =>
    optionNames.filter((name) => names.includes(name)).map((name) => withChoices(options[name]())),
  );
}

/** Commander would refuse upper case. */
function withChoices(option: Option): Option {
  const { argChoices: choices, long } = option;
  return choices ? option.argParser((text) => choiceOf(text, choices, `${long}`)) : option;
}
