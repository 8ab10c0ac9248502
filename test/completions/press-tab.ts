import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { atEnd } from '../support/at-end.ts';
import { finished } from '../support/ratebook.ts';

/** PowerShell is not to be had on the machines of the tests: powershell.test.ts reads its script. */
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

/** A shell that has loaded a completion script, in a folder with some files, and where starting a program leaves a trace. */
export class Completing {
  readonly #folder = temporaryFolder();
  readonly #script = join(this.#folder, 'script');
  readonly #trace = join(this.#folder, 'started');
  readonly #files = join(this.#folder, 'files');
  readonly #traps = join(this.#folder, 'bin');

  constructor(
    readonly shell: Shell,
    readonly path: string,
    script: string,
  ) {
    writeFileSync(this.#script, script);
    mkdirSync(join(this.#files, 'nest'), { recursive: true });
    writeFileSync(join(this.#files, 'near.csv'), '');
    mkdirSync(this.#traps);
    for (const name of ['node', 'ratebook']) {
      const trap = join(this.#traps, name);
      writeFileSync(trap, `#!/bin/sh\necho ${name} >>"$TRACE"\n`);
      chmodSync(trap, 0o755);
    }
  }

  /** What is offered after the line is typed and TAB pressed. */
  async press(line: string): Promise<Offer[]> {
    switch (this.shell) {
      case 'bash':
        return this.pressInBash(line, wordsOfBash(line));
      case 'zsh':
        return this.#pressInZsh(line);
      case 'fish': {
        const load = `source $argv[1]; complete -C $argv[2]; echo '${end}'`;
        return offersIn(await this.#run(['--no-config', '-c', load, this.#script, line]));
      }
    }
  }

  /** The same, the line cut into words by hand: bash hands on what it cut at COMP_WORDBREAKS. */
  async pressInBash(line: string, words: readonly string[]): Promise<Offer[]> {
    const replies = await this.#run(['--norc', join(here, 'press-tab.bash'), this.#script, line, ...words]);
    const last = words.at(-1) ?? '';
    const kept = line.slice(line.lastIndexOf(' ') + 1, line.length - (/^[=:]+$/.test(last) ? 0 : last.length));
    return offersIn(replies).map(({ word, description }) => ({ word: kept + word, description }));
  }

  get startedAProgram(): boolean {
    return existsSync(this.#trace);
  }

  async #pressInZsh(line: string): Promise<Offer[]> {
    const given = { SCRIPT: this.#script, HOOKS: join(here, 'show-offers.zsh'), LINE: line };
    const screen = await this.#run(['-f', join(here, 'press-tab.zsh'), this.path], given);
    const lines = screen.split(/\r?\n/).flatMap((text) => text.split('<OFFER>').slice(1));
    return offersIn(lines.join('\n'));
  }

  /** What the shell prints before the end. @throws at once what it said, where it complains or ends early */
  async #run(args: readonly string[], given: Readonly<Record<string, string>> = {}): Promise<string> {
    const places = { PATH: this.#traps, HOME: this.#folder, TRACE: this.#trace };
    const env = { ...places, TERM: 'dumb', LC_ALL: 'C.UTF-8', ...given };
    const child = spawn(this.path, args, { cwd: this.#files, env });
    atEnd(() => child.kill('SIGKILL'));
    child.stdin.end();
    child.stderr.once('data', () => child.kill());
    const { stdout, stderr } = await finished(child);
    const [printed = '', rest] = stdout.split(end);
    if (stderr) throw new Error(`${this.shell} complains: ${stderr}`);
    if (rest === undefined) throw new Error(`${this.shell} ended before it offered anything: ${stdout}`);
    return printed;
  }
}

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
