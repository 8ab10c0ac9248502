import { PassThrough, Writable } from 'node:stream';
import { createProgram } from '../../src/cli/program.ts';
import { StderrReporter } from '../../src/report/reporter.ts';
import type { Cli, Host } from '../../src/run/host.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** The program in this process, with a home of its own. */
export class InProcess {
  readonly home = temporaryFolder();

  constructor(
    readonly now: string,
    readonly sourceOf: Cli['sourceOf'],
  ) {}

  /** @throws whatever the command throws */
  async run(...argv: readonly string[]) {
    const [stdout, stderr] = [new Collected(), new Collected()];
    const host = {
      argv,
      env: {},
      platform: 'linux',
      home: this.home,
      stdin: new PassThrough(),
      stdout,
      stderr,
      now: () => Date.parse(this.now),
      signal: new AbortController().signal,
    } as unknown as Host;
    let code: number | undefined;
    const cli = { host, reporter: new StderrReporter(host), sourceOf: this.sourceOf } as Cli;
    const program = createProgram(cli, (finished) => {
      code = finished;
    });
    await program.parseAsync(argv, { from: 'user' });
    return { code, stdout: stdout.text, stderr: stderr.text };
  }
}

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}
