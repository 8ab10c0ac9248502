import { Argument, type Command } from 'commander';
import { version } from '../../package.json';
import { addConfigCommands } from '../commands/config/definition.ts';
import { addStoreCommands } from '../commands/store/definition.ts';
import { choiceOf } from '../config/choice.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { addOptions } from './add-options.ts';
import { RatebookCommand } from './command.ts';
import { commandAt } from './command-at.ts';
import { optionsOf } from './command-options.ts';
import { type Shell, shells } from './completion/shells.ts';
import { layout } from './help/layout.ts';

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
    .configureOutput({
      writeOut: (text) => cli.host.stdout.write(text),
      writeErr: (text) => cli.host.stderr.write(text),
    })
    .hook('preAction', (_, command) => cli.reporter.speak(command.opts()));

  addOptions(program.command('historical'), optionsOf.historical)
    .summary('rates of one or more days')
    .helpGroup(uses.rates)
    .description('Rates of one or more days.')
    .argument('<day...>', 'YYYY-MM-DD, today or yesterday, in UTC')
    .action(async (days, given) =>
      finish(await (await import('../commands/rates/historical.ts')).historical(days, given, cli)),
    );

  addOptions(program.command('series'), optionsOf.series)
    .summary('every day of a range')
    .helpGroup(uses.rates)
    .description('Rates of every day of a range, both ends included.')
    .argument('<start>', 'a day, a month YYYY-MM or a year YYYY')
    .argument('[end]', 'the same; without it, the range is the day, month or year of <start>')
    .action(async (start, end, given) =>
      finish(await (await import('../commands/rates/series.ts')).series(start, end, given, cli)),
    );

  addOptions(program.command('latest'), optionsOf.latest)
    .summary('the newest rates there are')
    .helpGroup(uses.rates)
    .description('The newest rates there are: those of the day that is not over yet.')
    .action(async (given) => finish(await (await import('../commands/rates/latest.ts')).latest(given, cli)));

  addOptions(withNegativeAmounts(program.command('convert')), optionsOf.convert)
    .summary('an amount in other currencies')
    .helpGroup(uses.rates)
    .description("An amount in other currencies, at a day's rate.")
    .argument('<amount>', '250, 1,234.50, 1.234,50, -5')
    .argument('<from>', 'its currency')
    .argument('<to...>', 'one or more others')
    .action(async (amount, from, to, given) =>
      finish(await (await import('../commands/convert/convert.ts')).convert(amount, from, to, given, cli)),
    );

  addOptions(program.command('annotate'), optionsOf.annotate)
    .summary("a CSV file, each row with its own day's rate")
    .helpGroup(uses.rates)
    .description(
      'A CSV file of transactions, each row with the rate of its own day. Needs --date, --amount, --from and --to.',
    )
    .argument('<file>', 'a CSV file with a header; - is stdin')
    .action(async (file, given) =>
      finish(await (await import('../commands/annotate/annotate.ts')).annotate(file, given, cli)),
    );

  addOptions(program.command('archive'), optionsOf.archive)
    .summary('fetch days that are not stored yet; for cron')
    .helpGroup(uses.store)
    .description(
      'Fetch the finished days that are not stored yet, newest first, spending at most --max-cost (100) per run.',
    )
    .action(async (given) =>
      finish(await (await import('../commands/archive/archive.ts')).archive(given, cli)),
    );

  addOptions(program.command('currencies'), optionsOf.currencies)
    .summary('codes, names, decimals, first and last day')
    .helpGroup(uses.rates)
    .description('Codes, names and decimals of currencies, and the first and last stored day. Costs nothing.')
    .argument('[word...]', 'a code, a name or a part of either; all must match')
    .action(async (words, given) =>
      finish(await (await import('../commands/currencies/currencies.ts')).currencies(words, given, cli)),
    );

  addOptions(program.command('usage'), optionsOf.usage)
    .summary('plan, requests used and left this month')
    .helpGroup(uses.setUp)
    .description('Your plan, and the requests used and left this month.')
    .action(async (given) => finish(await (await import('../commands/usage/usage.ts')).usage(given, cli)));

  addStoreCommands(program.command('store').helpGroup(uses.store), cli, finish);

  addOptions(program.command('serve'), optionsOf.serve)
    .summary("answer the service's interface from the store")
    .helpGroup(uses.store)
    .description("Answer the service's own interface on this machine, from the store.")
    .action(async (given) => finish(await (await import('../commands/serve/serve.ts')).serve(given, cli)));

  addConfigCommands(program.command('config').helpGroup(uses.setUp), cli, finish);

  program
    .command('completion')
    .summary('print the completion script for a shell')
    .helpGroup(uses.setUp)
    .description('Print the completion script for a shell.')
    .addArgument(
      new Argument('<shell>').choices(shells).argParser((name) => choiceOf(name, shells, '<shell>')),
    )
    .action(async (shell) =>
      finish(
        (await import('../commands/completion/completion.ts')).completion(await scriptFor(shell), cli.host),
      ),
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
      const { manual } = await import('../commands/help/manual.ts');
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

/** Commander takes `-1,234.50` for an option, but not if it starts with a typographic minus. */
function withNegativeAmounts(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (words) => parse(words.map((word) => word.replace(/^-(?=[.,]?\d)/, '−')));
  return command;
}
