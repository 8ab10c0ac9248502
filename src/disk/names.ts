import { join } from 'node:path';

/** Without the name of the file to come, which may already have the maximum length. */
export function temporaryIn(folder: string): string {
  return join(folder, `.ratebook-${randomName()}.tmp`);
}

/** For the temporary files of a large folder: what killed runs leave is then found without listing the rest. */
export function unfinishedIn(folder: string): string {
  return join(folder, '.unfinished');
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
