import { choiceOf } from '../config/values.ts';
import { exit } from '../errors.ts';
import { shipped } from '../shipped.ts';
import { Argument, define, reporting } from './options.ts';

export const scripts = {
  bash: 'completions/ratebook.bash',
  zsh: 'completions/_ratebook',
  fish: 'completions/ratebook.fish',
  powershell: 'completions/ratebook.ps1',
};

export type Shell = keyof typeof scripts;

export const shells = Object.keys(scripts) as Shell[];

export const completionCommand = define({
  name: 'completion',
  description: 'Print the completion script for a shell.',
  examples: [
    ['ratebook completion bash > ratebook.bash', 'docs/windows.md says where to put it'],
    ['source <(ratebook completion bash)', 'for this session of bash'],
  ],
  options: reporting,
  shape: (command) =>
    command.addArgument(
      new Argument('<shell>').choices(shells).argParser((name: string) => choiceOf(name, shells, '<shell>')),
    ),
  run: async ({ host }, _, [shell]) => {
    host.stdout.write(shipped(scripts[shell]));
    return exit.ok;
  },
});
