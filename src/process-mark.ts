import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { ifPossible } from './errors.ts';

/** In names of files, a process and the machine or container of its number: `1234.1a2b3c4d`. */
export const markPattern = /(\d+)\.(?:\d*\.)?([0-9a-f]+)/;

/**
 * Whether the process has ended. Its number may have been given to another since, which counts as alive.
 * @param otherwise the result if that is unknown, as on another machine
 */
export function isOver(mark: string, otherwise: boolean): boolean {
  const [, pid = '', place] = markPattern.exec(mark) ?? [];
  return place === here ? !isAlive(Number(pid)) : otherwise;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** That of this process. */
export const processMark = () => `${process.pid}.${here}`;

/**
 * Where numbers of processes are those of this machine or container, in hexadecimal: they repeat in others,
 * and after a restart, which Linux alone tells apart.
 */
const here =
  ifPossible(() => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return boot.slice(0, 8) + readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  }) ?? Buffer.from(hostname()).toString('hex');
