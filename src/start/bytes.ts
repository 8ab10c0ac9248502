import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes. No file of the program has as many, nor what is kept of it. */
export const largest = 4_000_000;

/** For one file after the other: memory that is new to the process takes longer to get than to fill. */
let memory: Buffer | undefined;

/** Its bytes, which stay only until the next file is read. @throws what the file system says */
export function bytesAt(path: string): Buffer {
  memory ??= Buffer.allocUnsafeSlow(largest);
  const file = openSync(path, 'r');
  try {
    return memory.subarray(0, readSync(file, memory));
  } finally {
    closeSync(file);
  }
}
