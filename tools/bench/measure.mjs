import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const peakMemory = join(root, 'test/support/peak-memory.cjs');

export const program = join(root, 'bin/ratebook.cjs');

const homes = [];
// not before: file systems are slow for a while where much has just been deleted
process.on('exit', () => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

/** A home that nobody else uses; `NODE_EXTRA_CA_CERTS` alone would cost 45 ms a start. */
export function newHome() {
  const home = mkdtempSync(join(tmpdir(), 'ratebook-bench-'));
  homes.push(home);
  return { home, env: { PATH: process.env.PATH, HOME: home } };
}

/** Runs a command to its end; milliseconds from start to exit. */
export function timed(command, args, { env, expect = 0 }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === expect) resolve(performance.now() - started);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}, not ${expect}:\n${said}`));
    });
  });
}

/** The same for the program, with its peak of memory in MB. */
export async function timedProgram(args, { env, home, expect }) {
  const file = join(home, 'peak');
  const time = await timed(process.execPath, ['--require', peakMemory, program, ...args], {
    env: { ...env, PEAK_MEMORY_FILE: file },
    expect,
  });
  return { time, peak: Number(readFileSync(file, 'utf8')) / 1024 };
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Rows of text, the first column to the left, the others to the right. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
    console.log(cells.join('  '));
  }
}
