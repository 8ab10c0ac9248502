import { Command, type ErrorOptions, type Option } from 'commander';
import { version } from '../../package.json';
import type { App } from '../app.ts';
import { annotateCommand } from '../commands/annotate.ts';
import { archiveCommand } from '../commands/archive/archive.ts';
import { completionCommand } from '../commands/completion.ts';
import { configCommand } from '../commands/config.ts';
import { convertCommand } from '../commands/convert/convert.ts';
import { currenciesCommand } from '../commands/currencies.ts';
import { help } from '../commands/help.ts';
import { mcpCommand } from '../commands/mcp/mcp.ts';
import {
  type Definition,
  type Example,
  headings,
  isRateRule,
  ruleMeanings,
  type Command as TypedCommand,
} from '../commands/options.ts';
import { historicalCommand, latestCommand, seriesCommand } from '../commands/rates/rates.ts';
import { serveCommand } from '../commands/serve.ts';
import { storeCommand } from '../commands/store/store.ts';
import { usageCommand } from '../commands/usage.ts';
import { configOf, keys, unknownVariables } from '../config/settings.ts';
import { choiceOf } from '../config/values.ts';
import { type ExitCode, exit } from '../errors.ts';
import { childOf, everything, helpText } from './help.ts';
import { unknownCommand, usageFailure } from './usage-failure.ts';

/** Notes an ignored configuration, and misspelled variables. @throws a usage error for RATEBOOK_ERRORS */
function checkSettings({ host, reporter }: App) {
  const { note } = configOf(host) ?? {};
  if (note) reporter.note(note);
  if (host.env.RATEBOOK_ERRORS) keys.errors.parse(host.env.RATEBOOK_ERRORS, 'RATEBOOK_ERRORS');
  for (const line of unknownVariables(host.env)) reporter.note(line);
}

type Listed = readonly [args: readonly string[], group: string, summary: string, definition?: Definition];

/** In the order of the help of the program. */
const commands: Readonly<Record<string, Listed>> = {
  historical: [['<day...>'], 'Rates:', 'rates of one or more days', historicalCommand],
  series: [['<start>', '[end]'], 'Rates:', 'every day of a range; -f chart draws it', seriesCommand],
  latest: [[], 'Rates:', 'the newest rates', latestCommand],
  convert: [['<amount>', '<from>', '<to...>'], 'Rates:', 'an amount in other currencies', convertCommand],
  annotate: [['<file>'], 'Rates:', "CSV or a workbook, each row at its day's rate", annotateCommand],
  archive: [[], 'Store:', 'fetch days that are not stored yet; for cron', archiveCommand],
  currencies: [['[word...]'], 'Rates:', 'codes, names, decimals, first and last day', currenciesCommand],
  usage: [[], 'Account and set-up:', 'plan, requests used and left this month', usageCommand],
  store: [[], 'Store:', 'inspect, check, import and export stored days', storeCommand],
  serve: [[], 'Store:', "answer the service's interface from the store", serveCommand],
  mcp: [[], 'Store:', 'answer agents, on stdin and stdout', mcpCommand],
  config: [[], 'Account and set-up:', 'read and write the configuration', configCommand],
  completion: [
    ['<shell>'],
    'Account and set-up:',
    'print the completion script for a shell',
    completionCommand,
  ],
  help: [['[command...]'], 'Account and set-up:', 'describe a command'],
};

export const commandNames: readonly string[] = Object.keys(commands);

/** @param argv commands named in it are complete, others only listed; undefined: all are complete */
export function createProgram(app: App, argv?: readonly string[]): RatebookCommand {
  const program = new RatebookCommand('ratebook');
  program.exitCode = exit.ok;
  program.printed = '';
  const print = (text: string) => {
    program.printed += text;
  };

  program
    .description('Exchange rates of any day since 1999, as tables, charts and files.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError(false)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({
      formatHelp: (command, { helpWidth }) => helpText(command, helpWidth, app.host?.platform ?? 'linux'),
    })
    .configureOutput({
      writeOut: print,
      writeErr: print,
      getOutHelpWidth: () => app.host.stdout.columns,
    });
  program.examples = [
    ['ratebook series 2024 -s EUR -f chart --demo', 'a chart; no key, made-up rates'],
    ['ratebook historical 2024-01-17 --source ecb', 'a day; no key, real rates'],
    ['ratebook convert 250 EUR USD', 'an amount, at the newest rate'],
    ['ratebook config set app_id', 'your key for the service'],
  ];

  for (const [name, [args, group, summary, definition]] of Object.entries(commands)) {
    const isComplete = !argv || argv.includes(name) || argv.includes('--man');
    let command = new RatebookCommand(name);
    if (isComplete) command = commandOf(definition ?? helpCommand(program), app, program);
    else for (const argument of args) command.argument(argument);
    program.addCommand(command.helpGroup(group).summary(summary));
  }
  return program;
}

const helpCommand = (program: RatebookCommand) =>
  help(
    (words) => words.reduce<Command>((command, word) => childOf(command, word) ?? command, program).help(),
    () => everything(program),
  );

/** Commander's command, with usage errors as failures. */
class RatebookCommand extends Command {
  declare examples: readonly Example[];
  /** Of the program: that of its command. */
  declare exitCode: ExitCode;
  /** Of the program: help or the version, for the terminal or a pager. */
  declare printed: string;

  override error(message: string, options?: ErrorOptions): never {
    throw usageFailure(this, options?.code, message);
  }
}

/** Commander would answer `help bogus` with the help of the parent command. */
export function refuseUnknownTopic(program: Command, argv: readonly string[]): void {
  let command = program;
  let isHelp = false;
  for (const word of argv) {
    const child = childOf(command, word);
    if (word === 'help' && command.commands.length > 0) isHelp = true;
    else if (child) command = child;
    else if (!isHelp) return;
    else if (!word.startsWith('-')) throw unknownCommand(command, word);
  }
}

function commandOf(
  { name, description, examples, commands = [], options = [], shape, run }: Definition,
  app: App,
  program: RatebookCommand,
  parent = program,
): RatebookCommand {
  const command = new RatebookCommand(name).copyInheritedSettings(parent).description(description);
  command.examples = examples;
  for (const heading of [undefined, ...headings])
    for (const option of options as readonly Option[])
      if (option.helpGroupHeading === heading) command.addOption(inAnyCase(option));

  shape?.(command as unknown as TypedCommand, app);
  if (run)
    command.action(async (...words: unknown[]) => {
      // Commander adds the options and the command to the arguments
      const values = words.at(-2) as object;
      app.reporter.options = values;
      checkSettings(app);
      program.exitCode = await run(app, values, words.slice(0, -2));
    });

  for (const below of commands) command.addCommand(commandOf(below, app, program, command));
  if (commands.length > 0) command.helpCommand('help [command]', 'Describe a command.');
  return command;
}

/** Commander would refuse upper case. */
function inAnyCase(option: Option) {
  const { argChoices: choices, long } = option;
  if (!choices) return option;
  return option.argParser((text) => {
    const listed = isRateRule(option) ? ruleMeanings.map(([rule]) => rule) : undefined;
    return choiceOf(text, choices, `${long}`, listed);
  });
}
