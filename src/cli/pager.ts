import type { Host } from '../run/host.ts';

const usual = 'less -FRX';

/** The command that is configured, else the usual one; nothing where it is empty or does no more than print. */
export function pagerOf({ RATEBOOK_PAGER, PAGER }: Host['env']): string | undefined {
  const command = (RATEBOOK_PAGER ?? PAGER ?? usual).trim();
  return command === '' || command === 'cat' ? undefined : command;
}

/** What a shell ends with where it finds no such command, or may not run it. */
const notRun = [126, 127];

/** Shows the text in a pager until that is left; false where there is none. */
export async function page(text: string, env: Host['env'], signal: AbortSignal): Promise<boolean> {
  const command = pagerOf(env);
  if (!command) return false;
  const { spawn } = await import('node:child_process');
  signal.throwIfAborted();
  const [name = '', ...words] = usual.split(' ');
  // `less` alone would show colours as the bytes that they are
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
    // one that is left before the end reads no further
    pager.stdin.on('error', () => {});
    pager.stdin.end(text);
  });
}
