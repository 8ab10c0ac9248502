import { dirname, join } from 'node:path';

/** Where a file grows until it is complete. Of the path's own name nothing: that may be as long as the file system allows. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.ratebook-${randomName()}.tmp`);
}

/** Whether a file of this name is one that is still growing, or was when its process ended. */
export function isTemporary(name: string): boolean {
  return /^\.ratebook-[0-9a-f]{12}\.tmp$/.test(name);
}

/** Twelve hexadecimal digits that no other process has. The global is loaded when it is used, `node:crypto` at every start. */
export function randomName(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
}
