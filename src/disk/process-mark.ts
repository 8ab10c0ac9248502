import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { ifPossible } from '../errors.ts';

/** In names of files: `1234.567890.1a2b3c4d`, a process, when it began, where its number has a meaning. */
export const markPattern = /(\d+)\.(\d*)\.([0-9a-f]+)/;

/**
 * Whether the process has ended, even if its number was given to another since.
 * @param otherwise the answer where nobody can know, as on another machine
 */
export function isOver(mark: string, otherwise: boolean): boolean {
  const [, pid = '', began = '', its = ''] = markPattern.exec(mark) ?? [];
  if (its !== processMark.split('.')[2]) return otherwise;

  if (!isAlive(Number(pid))) return true;
  const now = beganAt(Number(pid));
  return began === '' || now === undefined ? otherwise : now !== began;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** In ticks since the system's start, `over` if the process has ended; undefined where nothing tells. */
function beganAt(pid: number, entry = `${pid}`): string | undefined {
  const told = textAt(`/proc/${entry}/stat`);
  // it may show the numbers of another container
  if (!told?.startsWith(`${pid} `)) return undefined;
  // its name, in parentheses, may contain anything
  const [state = '', ...figures] = told.slice(told.lastIndexOf(')') + 2).split(' ');
  return /^[ZX]$/.test(state) ? 'over' : figures[18];
}

/** Numbers of processes repeat in containers, on other machines, and after a restart. */
function place(): string {
  const text = (process.platform === 'darwin' ? ofMac() : ofLinux()) || hostname();

  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

function ofLinux(): string | undefined {
  const boot = textAt('/proc/sys/kernel/random/boot_id');
  return boot && boot + (ifPossible(() => readlinkSync('/proc/self/ns/pid')) ?? hostname());
}

/** The name of a Mac changes with its network. */
function ofMac(): string | undefined {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const session = ['-n', 'kern.bootsessionuuid'];
  return ifPossible(() => execFileSync('/usr/sbin/sysctl', session, { encoding: 'utf8', stdio: 'pipe' }));
}

const textAt = (path: string) => ifPossible(() => readFileSync(path, 'utf8'));

/** That of this process. */
export const processMark = `${process.pid}.${beganAt(process.pid, 'self') ?? ''}.${place()}`;
