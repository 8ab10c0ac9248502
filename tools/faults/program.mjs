const running = new Set();

/** What was started ends with this process; not with its terminal's Ctrl-C, which would be one more fault. */
export function endAll() {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Runs a command of the program to its end, at the latest when the guard (milliseconds) is over.
 * `watch` is given a function that signals it.
 */
export function runProgram(program, args, { system, env, cwd, guard, watch = () => {} }) {
  return new Promise((resolve, reject) => {
    const { child, signal, printed } = system.start([program, ...args], { env, cwd });
    running.add(child);
    let endless = false;
    const timer = setTimeout(() => {
      endless = true;
      child.kill('SIGKILL');
    }, guard);
    child.on('error', reject);
    child.on('close', (code, endedBy) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, signal: endedBy, endless, stdout: printed('stdout'), stderr: printed('stderr') });
    });
    watch(signal);
  });
}
