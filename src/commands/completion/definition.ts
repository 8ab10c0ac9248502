import { choiceOf } from '../../config/choice.ts';
import { exit } from '../../errors.ts';
import { Argument, type Definition, define, uses } from '../definition.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** @param scriptFor the script of a shell, for the tree that this command is part of */
export function completion(scriptFor: (shell: Shell) => Promise<string>): Definition {
  return define({
    name: 'completion',
    use: uses.setUp,
    summary: 'print the completion script for a shell',
    description: 'Print the completion script for a shell.',
    examples: [
      ['ratebook completion bash > ratebook.bash', 'see the README for where to put it'],
      ['source <(ratebook completion bash)', 'for this session of bash'],
    ],
    // the argument's parser takes upper case, too
    shape: (command) =>
      command.addArgument(
        new Argument('<shell>')
          .choices(shells)
          .argParser((name: string): Shell => choiceOf(name, shells, '<shell>')),
      ),
    run: async ({ host }, _, [shell]) => {
      host.stdout.write(await scriptFor(shell));
      return exit.ok;
    },
  });
}
