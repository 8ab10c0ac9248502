import type { Command } from 'commander';
import { version } from '../../package.json';
import { annotate } from '../commands/annotate/definition.ts';
import { archive } from '../commands/archive/definition.ts';
import { config } from '../commands/config/definition.ts';
import { convert } from '../commands/convert/definition.ts';
import { currencies } from '../commands/currencies/definition.ts';
import { Argument, type Definition, define, Option } from '../commands/definition.ts';
import { historical, latest, series } from '../commands/rates/definition.ts';
import { serve } from '../commands/serve/definition.ts';
import { store } from '../commands/store/definition.ts';
import { usage } from '../commands/usage/definition.ts';
import { choiceOf } from '../config/choice.ts';
import { type ExitCode, exit } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { shipped } from '../shipped.ts';
import { addCommand, RatebookCommand } from './command.ts';
import { childOf, layout } from './help.ts';

export function createProgram(cli: Cli, finish: (code: ExitCode) => void): RatebookCommand {
  const program = new RatebookCommand('ratebook');
  const print = (text: string) => {
    program.printed += text;
  };
  program
    .description('Exchange rates of any day since 1999, as tables, charts and files.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError(false)
    .helpOption('-h, --help', 'print this help')
    .configureHelp(layout)
    .configureOutput({ writeOut: print, writeErr: print })
    .hook('preAction', (_, command) => cli.reporter.speak(command.opts()));
  program.examples = [
    ['ratebook series 2024 -s EUR -f chart --demo', 'a chart; no key, made-up rates'],
    ['ratebook historical 2024-01-17 --source ecb', 'a day; no key, real rates'],
    ['ratebook convert 250 EUR USD', 'an amount, at the newest rate'],
    ['ratebook config set app_id', 'your key for the service'],
  ];
  const commands = [
    historical,
    series,
    latest,
    convert,
    annotate,
    archive,
    currencies,
    usage,
    store,
    serve,
    config,
    completion,
    help(program),
  ];
  for (const command of commands) addCommand(program, command, cli, finish);
  return program;
}

export const scripts = {
  bash: 'completions/ratebook.bash',
  zsh: 'completions/_ratebook',
  fish: 'completions/ratebook.fish',
};

export type Shell = keyof typeof scripts;

export const shells = Object.keys(scripts) as Shell[];

const completion: Definition = define({
  name: 'completion',
  use: 'Account and set-up:',
  summary: 'print the completion script for a shell',
  description: 'Print the completion script for a shell.',
  examples: [
    ['ratebook completion bash > ratebook.bash', 'see the README for where to put it'],
    ['source <(ratebook completion bash)', 'for this session of bash'],
  ],
  shape: (command) =>
    command.addArgument(
      new Argument('<shell>').choices(shells).argParser((name: string) => choiceOf(name, shells, '<shell>')),
    ),
  run: async ({ host }, _, [shell]) => {
    host.stdout.write(shipped(scripts[shell]));
    return exit.ok;
  },
});

export const manual = 'man/ratebook.1';

// 127: as if it were not installed, where it cannot show a page from stdin
const manualViewer = 'man -l - 2>/dev/null || exit 127';

const help = (program: Command): Definition =>
  define({
    name: 'help',
    use: 'Account and set-up:',
    summary: 'describe a command',
    description: 'Describe ratebook or one of its commands.',
    examples: [
      ['ratebook help series', 'one command'],
      ['ratebook help store info', 'a command below another'],
      ['ratebook help --man', 'everything, as a manual page'],
    ],
    options: [() => new Option('--man', 'the manual page, with all commands')],
    shape: (command) => command.argument('[command...]', 'such as series, or store info'),
    run: async ({ host }, { man }, [words]) => {
      if (!man) return words.reduce((command, word) => childOf(command, word) ?? command, program).help();
      const page = shipped(manual);
      // a terminal shows the page as `man` does, anything else gets its source
      const isShown = host.stdout.isTTY === true && (await host.page(page, manualViewer));
      if (!isShown) host.stdout.write(page);
      return exit.ok;
    },
  });
