import { dirname, join } from 'node:path';

/** Without the path's own name, which may already have the maximum length. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.ratebook-${randomName()}.tmp`);
}

export function isTemporary(name: string): boolean {
  return /^\.ratebook-[0-9a-f]{12}\.tmp$/.test(name);
}

/** 12 hex digits. They need not be secret, and loading `crypto` takes longer than writing the file. */
export function randomName(): string {
  return Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}
