import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const newline = 0x0a;

/**
 * Lines that are not blank; without their text if they are longer than a line may be, as no more of it is kept.
 * @throws whatever the file cannot be read for, and the signal's reason
 */
export async function* linesOf(path: string, mostBytes: number, signal: AbortSignal) {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  for await (const chunk of chunksOf(path)) {
    signal.throwIfAborted();
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      yield* taken();
      number++;
      start = end + 1;
      // a search for each of a million blank lines would take longer
      for (; chunk[start] === newline; start++) number++;
    }
    add(chunk.subarray(start));
  }
  yield* taken();

  function add(part: Buffer): void {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
  }

  function* taken() {
    const text = length > mostBytes ? undefined : Buffer.concat(parts).toString();
    parts = [];
    length = 0;
    if (text === undefined || text.trim()) yield { number, text };
  }
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  // what goes wrong comes out where the chunks do
  return path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
}
