import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const poll = 50;
const heartbeat = 5_000;
/** A claim whose holder cannot be looked at, such as another machine's, is over when it has not been renewed for so long. */
const expiry = 60_000;

/**
 * Runs the work while no other process holds the same claim; waits for one that does. The claim of a process that died is
 * taken over.
 * @throws the signal's reason where that is aborted while waiting
 */
export async function holding<T>(
  folder: string,
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  // a token of its own, so that no two claims are ever taken for one another
  const holder = `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}`;
  while (!succeeds('EEXIST', () => writeFileSync(path, holder, { flag: 'wx' }))) {
    if (!buryDead(path)) await sleep(poll, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  const renewing = setInterval(() => renew(path), heartbeat);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    if (textAt(path) === holder) rmSync(path, { force: true });
  }
}

/**
 * Removes the claim of a process that died. Of all that see it dead only one may: who manages to link it to a name made
 * from its token; and what that name then shows tells whether it still was that claim.
 */
function buryDead(path: string): boolean {
  const holder = textAt(path);
  if (holder === undefined) return true;
  if (!isDead(path, holder)) return false;
  const token = holder.split(' ')[2] ?? 'unreadable';
  const grave = `${path}.${token}`;
  if (!succeeds(['EEXIST', 'ENOENT'], () => linkSync(path, grave))) {
    if (ageOf(grave) > expiry) rmSync(grave, { force: true });
    return false;
  }
  if (textAt(grave) === holder) rmSync(path, { force: true });
  rmSync(grave, { force: true });
  return true;
}

function isDead(path: string, holder: string): boolean {
  const [pid, host] = holder.split(' ');
  if (ageOf(path) > expiry) return true;
  // just made, and not written yet
  if (!pid || !host) return ageOf(path) > poll * 10;
  return host === hostname() && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Milliseconds since the file was made or renewed. */
function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function renew(path: string): void {
  const now = new Date();
  succeeds('ENOENT', () => utimesSync(path, now, now));
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** False where it fails in an expected way. */
function succeeds(expected: string | readonly string[], attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    if (expected.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
