/** Twelve hexadecimal digits that no other process has. The global is loaded when it is used, `node:crypto` at every start. */
export function randomName(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
}
