import { dirname, join } from 'node:path';

/** Without the path's own name, which may already have the maximum length. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.ratebook-${randomName()}.tmp`);
}

export function isTemporary(name: string): boolean {
  return /^\.ratebook-[0-9a-f]{12}\.tmp$/.test(name);
}

/** 12 hex digits, from the global `crypto`: `node:crypto` would be loaded at every start. */
export function randomName(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
}
