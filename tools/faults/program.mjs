import { spawn } from 'node:child_process';

const running = new Set();

/** What was started ends with this process; not with its terminal's Ctrl-C, which would be one more fault. */
export function endAll() {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Runs a command of the program to its end, at the latest when the guard (milliseconds) is over.
 * `watch` is given a function that signals it.
 */
export function runProgram(program, args, { env, cwd, guard, watch = () => {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const parts = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (bytes) => parts[name].push(bytes));
    let endless = false;
    const timer = setTimeout(() => {
      endless = true;
      child.kill('SIGKILL');
    }, guard);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({
        code,
        signal,
        endless,
        stdout: Buffer.concat(parts.stdout),
        stderr: Buffer.concat(parts.stderr),
      });
    });
    watch((name) => child.kill(name));
  });
}
