import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { isObject, parseJson } from '../rates/json.ts';
import { type Given, mostBytes, tooLong } from './given.ts';

const newline = 0x0a;

/** Days of a file with one `{"date":…,"body":…}` on each line. */
export async function* daysOfLines(path: string): AsyncGenerator<Given> {
  let number = 0;
  try {
    for await (const line of linesOf(path)) {
      number++;
      const name = `${path}:${number}`;
      if (line === tooLong) {
        yield { name, refused: tooLong };
      } else if (line.trim() !== '') {
        const json = parseJson(line);
        if (isObject(json) && typeof json.date === 'string') yield { name, date: json.date, body: json.body };
        else yield { name, refused: 'is not {"date":…,"body":…}' };
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield { name: path, refused: `cannot be read after line ${number}: ${reason}` };
  }
}

/** Keeps no more of a line than a day can have; a longer one is only named. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  const line = () => (length > mostBytes ? tooLong : Buffer.concat(parts).toString());
  for await (const chunk of chunksOf(path)) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      yield line();
      parts = [];
      length = 0;
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield line();

  function add(part: Buffer): void {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
    else parts = [];
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  if (!path.toLowerCase().endsWith('.gz')) return yield* file;
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  try {
    yield* file.pipe(unpacked);
  } finally {
    file.destroy();
  }
}
