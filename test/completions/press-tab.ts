import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { atEnd } from '../support/at-end.ts';
import { finished } from '../support/ratebook.ts';

/** PowerShell is not to be had on the machines of the tests: completion.test.ts reads its script. */
export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export interface Offer {
  /** The whole word as it would then stand on the command line. */
  readonly word: string;
  readonly description: string;
}

const here = import.meta.dirname;

/** What a shell prints last, if its completion got that far. */
const end = '<END>';

/** Where the shell lies on this machine; or nothing, and a warning that it is not tested. */
export function installed(shell: Shell): string | undefined {
  try {
    return execFileSync('sh', ['-c', `command -v ${shell}`], { encoding: 'utf8' }).trim();
  } catch {
    console.warn(`completion in ${shell} is not tested: ${shell} is not installed (apt-get install ${shell})`);
    return undefined;
  }
}

/** A shell that has loaded a completion script, in a folder with some files and no programs to start. */
export class Completing {
  readonly #folder = temporaryFolder();
  readonly #script = join(this.#folder, 'script');
  readonly #files = join(this.#folder, 'files');
  readonly #typed: string[] = [];
  #answers: Promise<Offer[][]> | undefined;

  constructor(
    readonly shell: Shell,
    readonly path: string,
    script: string,
  ) {
    writeFileSync(this.#script, script);
    mkdirSync(join(this.#files, 'nest'), { recursive: true });
    writeFileSync(join(this.#files, 'near.csv'), '');
  }

  /** What is offered after the line is typed and TAB pressed. */
  press(line: string): Promise<Offer[]> {
    return this.shell === 'bash' ? this.pressInBash(line, wordsOfBash(line)) : this.#offers(line);
  }

  /** The same, the line cut into words by hand: bash hands on what it cut at COMP_WORDBREAKS. */
  async pressInBash(line: string, words: readonly string[]): Promise<Offer[]> {
    const replies = await this.#offers([line, ...words].join('\t'));
    const last = words.at(-1) ?? '';
    const kept = line.slice(line.lastIndexOf(' ') + 1, line.length - (/^[=:]+$/.test(last) ? 0 : last.length));
    return replies.map(({ word, description }) => ({ word: kept + word, description }));
  }

  /** One shell, which takes long to start, for all lines that are typed at the same time. */
  async #offers(line: string): Promise<Offer[]> {
    const at = this.#typed.push(line) - 1;
    this.#answers ??= new Promise<void>(setImmediate).then(() => this.#pressAll());
    return (await this.#answers)[at] ?? [];
  }

  async #pressAll(): Promise<Offer[][]> {
    const lines = this.#typed.splice(0);
    this.#answers = undefined;
    const shown = await this.#run(lines);
    return shown.map((text) => offersIn(this.shell === 'zsh' ? shownOffers(text) : text));
  }

  /** What the shell prints after each line. @throws at once what it said, where it complains or ends early */
  async #run(lines: readonly string[]): Promise<string[]> {
    const places = { PATH: '/nowhere', HOME: this.#folder };
    const hooks = { SCRIPT: this.#script, HOOKS: join(here, 'show-offers.zsh') };
    const env = { ...places, TERM: 'dumb', LC_ALL: 'C.UTF-8', ...hooks };
    const child = spawn(this.path, this.#args(), { cwd: this.#files, env });
    atEnd(() => child.kill('SIGKILL'));
    child.stdin.on('error', () => {}).end(lines.map((line) => `${line}\n`).join(''));
    child.stderr.once('data', () => child.kill());
    const { stdout, stderr } = await finished(child);
    const shown = stdout.split(end);
    if (stderr) throw new Error(`${this.shell} complains: ${stderr}`);
    if (shown.length !== lines.length + 1) throw new Error(`${this.shell} ended before it offered anything: ${stdout}`);
    return shown.slice(0, -1);
  }

  #args(): readonly string[] {
    switch (this.shell) {
      case 'bash':
        return ['--norc', join(here, 'press-tab.bash'), this.#script];
      case 'zsh':
        return ['-f', join(here, 'press-tab.zsh'), this.path];
      case 'fish':
        return [
          '--no-config',
          '-c',
          `source $argv[1]; while read -l line; complete -C $line; echo '${end}'; end`,
          this.#script,
        ];
    }
  }
}

const shownOffers = (screen: string): string =>
  screen
    .split(/\r?\n/)
    .flatMap((text) => text.split('<OFFER>').slice(1))
    .join('\n');

function wordsOfBash(line: string): string[] {
  return line.split(' ').flatMap((word) => (word === '' ? [''] : (word.match(/[=:]+|[^=:]+/g) ?? [])));
}

function offersIn(lines: string): Offer[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [word = '', description = ''] = line.split('\t');
      return { word, description };
    });
}
