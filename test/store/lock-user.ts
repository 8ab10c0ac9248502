import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { acquireLock } from '../../src/store/lock.ts';
import { randomFrom } from '../support/random.ts';

// Claims the same name again and again, and dies now and then while it has it. Whoever meets another alive in there says so.
const [folder = '', rounds = '', seed = ''] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const inside = `${folder}/inside`;
const never = new AbortController().signal;

// looks so often that several see the same death at once
const sleep = timers.setTimeout;
Object.assign(timers, { setTimeout: () => sleep(random() < 0.5 ? 0 : 1) });
syncBuiltinESMExports();

for (let round = 0; round < Number(rounds); round++) {
  const lock = await acquireLock(`${folder}/locks`, ['a'], never);
  enter();
  if (random() < 0.5) await sleep(1);
  if (random() < 0.1) die();
  rmSync(inside);
  await lock.release();
}

function enter(): void {
  try {
    writeFileSync(inside, `${process.pid}`, { flag: 'wx' });
  } catch {
    const other = Number(readFileSync(inside, 'utf8'));
    if (isRunning(other)) appendFileSync(`${folder}/met`, `${process.pid} met ${other}\n`);
    writeFileSync(inside, `${process.pid}`);
  }
}

/** The claim that it leaves is an old one by the clock, as of a process that died long ago. */
function die(): void {
  utimesSync(`${folder}/locks/a`, 0, 0);
  process.kill(process.pid, 'SIGKILL');
}

/** Not if it only waits for its parent to take notice of its end. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
