import type { Host } from '../app.ts';

const defaultPager = 'less -FRX';

function pagerOf({ RATEBOOK_PAGER, PAGER, TERM }: Host['env']) {
  if (TERM === 'dumb') return undefined;
  const command = (RATEBOOK_PAGER ?? PAGER ?? defaultPager).trim();
  return command === '' || command === 'cat' ? undefined : command;
}

/** False if the text was not shown. @param viewer a command of a shell; undefined: the user's pager */
export async function page(
  text: string,
  { env, signal, viewer }: Pick<Host, 'env' | 'signal'> & { readonly viewer: string | undefined },
): Promise<boolean> {
  const command = viewer ?? pagerOf(env);
  if (!command) return false;

  const { spawn } = await import('node:child_process');
  signal.throwIfAborted();
  const isUsual = command === defaultPager;
  // a bare `less` shows colours as escape codes
  const pager = spawn(isUsual ? 'less' : command, isUsual ? ['-FRX'] : [], {
    env: { ...env, LESS: env.LESS ?? 'FRX', ...(env.TERM === 'dumb' && { MANPAGER: 'cat' }) },
    stdio: ['pipe', 'inherit', 'inherit'],
    shell: !isUsual,
    signal,
  });

  return new Promise((resolve, reject) => {
    pager.on('error', () => (signal.aborted ? reject(signal.reason) : resolve(false)));
    // on Windows the codes of the shell and of the command cannot be told apart
    const hasRun = (code: number) =>
      process.platform === 'win32' ? code === 0 : code !== 126 && code !== 127;
    pager.on('close', (code) => resolve(hasRun(Number(code))));
    // the user may quit before the end
    pager.stdin.on('error', () => {});
    pager.stdin.end(text);
  });
}
