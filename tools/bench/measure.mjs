import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const peakMemory = join(root, 'test/support/peak-memory.cjs');
const inMemory = '/dev/shm';

export const program = join(root, 'bin/ratebook.cjs');

/**
 * A home that nobody else uses, in memory if possible, with a code cache of its own. Of the environment its
 * programs get `PATH` alone: `NODE_OPTIONS`, `NODE_V8_COVERAGE` or `NODE_EXTRA_CA_CERTS` would falsify them.
 */
export class Machine {
  home = mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), 'ratebook-bench-'));
  env = { PATH: process.env.PATH, HOME: this.home, XDG_CACHE_HOME: join(this.home, 'cache') };

  constructor() {
    // not before: file systems are slow for a while where much has just been deleted
    process.on('exit', () => rmSync(this.home, { recursive: true, force: true }));
  }

  file(name) {
    return join(this.home, name);
  }

  /** A home within this one, for a run that is to find nothing. */
  newHome() {
    return mkdtempSync(this.file('home-'));
  }

  /** The built program. `withPeak`: and its peak of memory, in MB. */
  async ratebook(args, { withPeak = false, ...options } = {}) {
    if (!withPeak) return this.node([program, ...args], options);
    const file = this.file('peak');
    const env = { ...options.env, PEAK_MEMORY_FILE: file };
    const taken = await this.node(['--require', peakMemory, program, ...args], { ...options, env });
    return { ...taken, peak: Number(readFileSync(file, 'utf8')) / 1024 };
  }

  node(args, options) {
    return this.run([process.execPath, ...args], options);
  }

  /** Milliseconds of a command with all that it starts, waited and computed; the mean of so many `times`. */
  async run(command, { env, expect = 0, times = 1 } = {}) {
    const loop = `for ((n = 0; n < ${times}; n++)); do "$@" 2>&3; code=$?; done`;
    const script = `TIMEFORMAT='%R %U %S'; time ${loop}; exit $code`;
    const child = spawn('bash', ['-c', script, 'bash', ...command], {
      env: { ...this.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    const [said, errors] = await Promise.all([child.stderr, child.stdio[3]].map(textOf));
    const code = await ended(child);
    const ending = `${command.join(' ')} ended with ${code}, not ${expect}`;
    if (code !== expect) throw new Error(`${ending}:\n${errors}`);
    const [wall, user, system] = said
      .trim()
      .split(' ')
      .map((seconds) => (Number(seconds) * 1000) / times);
    return { wall, cpu: user + system };
  }
}

async function textOf(stream) {
  return Buffer.concat(await stream.toArray()).toString();
}

function ended(child) {
  return child.exitCode ?? new Promise((resolve) => child.on('exit', resolve));
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
