import type { Host } from '../run/host.ts';

const usual = 'less -FRX';

/** Undefined where the text is to be printed as it is. */
function pagerOf({ RATEBOOK_PAGER, PAGER }: Host['env']): string | undefined {
  const command = (RATEBOOK_PAGER ?? PAGER ?? usual).trim();
  return command === '' || command === 'cat' ? undefined : command;
}

/** Exit codes of a shell that cannot run the command. */
const notRun = [126, 127];

/** Shows the text in a pager, or another viewer, and waits for its end; false without one. */
export async function page(
  text: string,
  env: Host['env'],
  signal: AbortSignal,
  command = pagerOf(env),
): Promise<boolean> {
  if (!command) return false;
  const { spawn } = await import('node:child_process');
  signal.throwIfAborted();
  const [name = '', ...words] = usual.split(' ');
  // a bare `less` shows colours as escape codes
  const pager = spawn(command === usual ? name : command, command === usual ? words : [], {
    env: { ...env, LESS: env.LESS ?? 'FRX' },
    stdio: ['pipe', 'inherit', 'inherit'],
    shell: command !== usual,
  });
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      pager.kill();
      reject(signal.reason);
    };
    const ended = (wasRun: boolean) => {
      signal.removeEventListener('abort', giveUp);
      resolve(wasRun);
    };
    signal.addEventListener('abort', giveUp);
    pager.on('error', () => ended(false));
    pager.on('close', (code) => ended(!notRun.includes(code ?? 0)));
    // the user may quit before the end
    pager.stdin.on('error', () => {});
    pager.stdin.end(text);
  });
}
