import type { Command } from 'commander';
import { Argument, type Definition, define, Option } from '../commands/definition.ts';
import { choiceOf } from '../config/choice.ts';
import { exit } from '../errors.ts';
import { commandAt } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export const completion = (program: Command): Definition =>
  define({
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
        new Argument('<shell>')
          .choices(shells)
          .argParser((name: string) => choiceOf(name, shells, '<shell>')),
      ),
    run: async ({ host }, _, [shell]) => {
      const { completionScript } = await import('./completion/script.ts');
      host.stdout.write(completionScript(shell, program));
      return exit.ok;
    },
  });

// 127: as if it were not installed, where it cannot show a page from stdin
const manualViewer = 'man -l - 2>/dev/null || exit 127';

export const help = (program: Command): Definition =>
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
      if (!man) return commandAt(program, words).help();
      const page = (await import('./man.ts')).manPage(program);
      // a terminal shows the page as `man` does, anything else gets its source
      const isShown = host.stdout.isTTY === true && (await host.page(page, manualViewer));
      if (!isShown) host.stdout.write(page);
      return exit.ok;
    },
  });
