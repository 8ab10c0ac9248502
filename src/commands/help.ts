import { exit } from '../errors.ts';
import { shipped } from '../shipped.ts';
import { type Definition, define, inOutput, reporting } from './options.ts';

export const manual = 'man/ratebook.1';
export const helpAsData = 'man/help.json';
export const skill = 'skills/ratebook/SKILL.md';

// 127: as if it were not installed, where it cannot show a page from stdin
const manualViewer = 'man -l - 2>/dev/null || exit 127';

/**
 * @param describe throws the help of the command that these words lead to, as Commander does
 * @param everything the help of all commands
 */
export const help = (describe: (words: readonly string[]) => never, everything: () => string): Definition =>
  define({
    name: 'help',
    description: 'Describe ratebook or one of its commands.',
    examples: [
      ['ratebook help series', 'one command'],
      ['ratebook help store info', 'a command below another'],
      ['ratebook help --man', 'everything, as a manual page'],
      ['ratebook help --json', 'everything, as data; one command if it is named'],
    ],
    options: [
      inOutput('--man', 'the manual page, with all commands'),
      inOutput(
        '--json',
        'all commands, options and exit codes as one JSON document, or one command',
      ).conflicts('man'),
      inOutput('--skill', 'how an agent with a shell uses ratebook').conflicts(['man', 'json']),
      ...reporting,
    ],
    shape: (command) => command.argument('[command...]', 'such as series, or store info'),
    run: async ({ host }, { man, json, skill: isOfSkill }, [words]) => {
      if (json || isOfSkill) {
        const text = shipped(json ? helpAsData : skill);
        host.stdout.write(json && words.length > 0 ? commandsIn(text, words) : text);
        return exit.ok;
      }
      if (!man) return describe(words);

      if (host.platform === 'win32') {
        const text = everything();
        if (!(host.stdout.isTTY && (await host.page(text)))) host.stdout.write(text);
        return exit.ok;
      }

      const page = shipped(manual);
      // a terminal shows the page as `man` does, anything else gets its source
      const isShown = host.stdout.isTTY && (await host.page(page, { viewer: manualViewer }));
      if (!isShown) host.stdout.write(page);
      return exit.ok;
    },
  });

/** The command of these words as data; of one that has commands, a list of those. */
function commandsIn(document: string, words: readonly string[]) {
  const name = ['ratebook', ...words].join(' ');
  const { commands } = JSON.parse(document) as { readonly commands: readonly { readonly name: string }[] };
  const one = commands.find((command) => command.name === name);
  const shown = one ?? commands.filter((command) => command.name.startsWith(`${name} `));
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}
