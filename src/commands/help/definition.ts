import { exit } from '../../errors.ts';
import { type Definition, define, Option, uses } from '../definition.ts';

/** The tree that this command is part of. */
interface Tree {
  /** Prints the help of the command that these words call. */
  readonly describe: (words: readonly string[]) => void;
  readonly manualPage: () => Promise<string>;
}

export function help({ describe, manualPage }: Tree): Definition {
  return define({
    name: 'help',
    use: uses.setUp,
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
      if (man) return (await import('./manual.ts')).manual(await manualPage(), host);
      describe(words);
      return exit.ok;
    },
  });
}
