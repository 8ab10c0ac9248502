import { isStdout } from '../output/sink.ts';
import type { Cli, Host } from './host.ts';

export function isTerminal(path: string | undefined, { host }: Pick<Cli, 'host'>): boolean {
  return isStdout(path) && host.stdout.isTTY === true;
}

/** By the locale, and on a dumb terminal. */
export function wantsAscii({ env, platform }: Pick<Host, 'env' | 'platform'>): boolean {
  if (env.TERM === 'dumb') return true;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale ? !/utf-?8/i.test(locale) : platform !== 'win32';
}

export function wantsColor(
  option: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (option !== undefined) return option;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}
