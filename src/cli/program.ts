import type { Command } from 'commander';
import { version } from '../../package.json';
import { annotate } from '../commands/annotate/definition.ts';
import { archive } from '../commands/archive/definition.ts';
import { completion } from '../commands/completion/definition.ts';
import { config } from '../commands/config/definition.ts';
import { convert } from '../commands/convert/definition.ts';
import { currencies } from '../commands/currencies/definition.ts';
import { help } from '../commands/help/definition.ts';
import { mcp } from '../commands/mcp/definition.ts';
import { historical, latest, series } from '../commands/rates/definition.ts';
import { serve } from '../commands/serve/definition.ts';
import { store } from '../commands/store/definition.ts';
import { usage } from '../commands/usage/definition.ts';
import { keys } from '../config/keys.ts';
import type { ExitCode } from '../errors.ts';
import type { Cli } from '../run/host.ts';
import { addCommands, RatebookCommand } from './command.ts';
import { childOf, everything, layoutOn } from './help.ts';

/** A misspelled variable would be taken for one that counts. @throws a usage error for RATEBOOK_ERRORS */
async function checkVariables({ host, reporter }: Cli): Promise<void> {
  const own = Object.keys(host.env).filter((name) => name.startsWith('RATEBOOK_'));
  if (own.length === 0) return;

  keys.errors.parse(host.env.RATEBOOK_ERRORS || 'text', 'RATEBOOK_ERRORS');
  const { unknownAmong } = await import('../config/unknown-variables.ts');
  for (const line of unknownAmong(own)) reporter.note(line);
}

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
    .configureHelp(layoutOn(cli.host?.platform ?? 'linux'))
    .configureOutput({
      writeOut: print,
      writeErr: print,
      getOutHelpWidth: () => cli.host.stdout.columns,
    })
    .hook('preAction', (_, command) => {
      cli.reporter.speak(command.opts());
      return checkVariables(cli);
    });
  program.examples = [
    ['ratebook series 2024 -s EUR -f chart --demo', 'a chart; no key, made-up rates'],
    ['ratebook historical 2024-01-17 --source ecb', 'a day; no key, real rates'],
    ['ratebook convert 250 EUR USD', 'an amount, at the newest rate'],
    ['ratebook config set app_id', 'your key for the service'],
  ];

  const describe = (words: readonly string[]) =>
    words.reduce<Command>((command, word) => childOf(command, word) ?? command, program).help();

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
    mcp,
    config,
    completion,
    help(describe, () => everything(program)),
  ];
  addCommands(program, commands, cli, finish);
  return program;
}
