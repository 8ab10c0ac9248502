import { Readable, Writable } from 'node:stream';
import type { Host, StandardOutput } from '../../src/app.ts';
import { runCommandLine } from '../../src/main.ts';
import { StderrReporter } from '../../src/report/reporter.ts';
import type { Machine, Options, Result } from './ratebook.ts';

interface HereOptions extends Pick<Options, 'env' | 'stdin' | 'now'> {
  readonly host?: Partial<Host>;
  readonly terminal?: { readonly columns: number; readonly rows: number };
  /** Takes what is printed, as it is printed. */
  readonly print?: (text: string) => void;
}

/**
 * A command line on the machine, run by this process: for what matters for its words, as starting the built program takes
 * longer than all the rest. Paths are relative to the folder of the tests.
 */
export async function runHere(
  machine: Machine,
  args: readonly string[],
  options: Omit<HereOptions, 'terminal'> = {},
): Promise<Result> {
  const { code, stdout, stderr } = await hear(machine, args, options);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** The same, with both streams together, as a person sees them. */
export async function shownHere(machine: Machine, args: readonly string[], options: HereOptions = {}) {
  const { code, screen } = await hear(machine, args, options);
  return { code, screen: screen.join('') };
}

/** Relative paths are in the folder. */
export async function within<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await run();
  } finally {
    process.chdir(before);
  }
}

async function hear(machine: Machine, args: readonly string[], options: HereOptions) {
  const { env, stdin = '', now, terminal, print = () => {}, host: otherwise } = options;
  const screen: string[] = [];
  const [stdout, stderr] = [new Heard(screen, print), new Heard(screen, print)];
  if (terminal) Object.assign(stdout, terminal, { isTTY: true });
  const host: Host = {
    argv: args,
    env: { ...machine.env, ...env },
    platform: process.platform,
    home: machine.home,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: stdout as unknown as StandardOutput,
    stderr: stderr as unknown as NodeJS.WriteStream,
    prompt: { confirm: nobody, secret: nobody, firstLine: async () => stdin.split('\n')[0] ?? '' },
    page: async () => false,
    now: now === undefined ? Date.now : () => Date.parse(now),
    signal: new AbortController().signal,
    ...otherwise,
  };
  const code = await runCommandLine(host, new StderrReporter(host));
  return { code, stdout, stderr, screen };
}

class Heard extends Writable {
  text = '';
  readonly colored = this;

  constructor(
    private readonly screen: string[],
    private readonly print: (text: string) => void,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    this.screen.push(String(chunk));
    this.print(String(chunk));
    done();
  }
}

async function nobody(): Promise<never> {
  throw new Error('asked, but nobody is there');
}
