import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = '/dev/shm';
const roomy = 2 * 1024 ** 3;

/** A folder in memory if possible, because the tests flush thousands of files. It needs room and must allow programs. */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > roomy && canStart(mkdtempSync(join(folder, 'ratebook-test-'))) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function canStart(own: string): boolean {
  const script = join(own, 'script');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(script);
  rmSync(own, { recursive: true });
  return status === 0;
}
