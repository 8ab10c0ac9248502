import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { onTestFinished } from 'vitest';

/** Those without `Sync` are of `fs.promises`. */
type Name = 'lstatSync' | 'open' | 'openSync' | 'readFileSync' | 'rename' | 'renameSync' | 'rmSync' | 'writeFileSync';

/** Until the test ends the program takes this machine for one with Windows. */
export const onWindows = () => on('win32');

export function on(platform: NodeJS.Platform): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { ...own }));
}

type Code = keyof typeof constants.errno;
type Asked = { count: number };

/** Until the test ends the system refuses what concerns these paths, the given number of times. */
export function refuse(name: Name, code: Code, times: number, paths: RegExp): Asked {
  const isSync = name.endsWith('Sync');
  const owner = (isSync ? fs : fs.promises) as unknown as Record<string, unknown>;
  const real = owner[name] as (...args: unknown[]) => unknown;
  const asked = { count: 0 };
  owner[name] = (...args: unknown[]) => {
    if (!paths.test(String(args[0])) || asked.count++ >= times) return real(...args);
    const error = Object.assign(new Error(`${code}: refused`), { code, errno: -constants.errno[code] });
    if (isSync) throw error;
    return Promise.reject(error);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    owner[name] = real;
    syncBuiltinESMExports();
  });
  return asked;
}
