import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isObject, parseJson } from '../rates/json.ts';
import { type DayDocument, mostBytes, NotTaken, tooLong } from './read.ts';

const newline = 0x0a;

/** Days of a file with one `{"date":…,"body":…}` on each line. */
export async function* daysOfLines(path: string): AsyncGenerator<DayDocument | NotTaken> {
  let number = 0;
  try {
    for await (const line of linesOf(path)) {
      number++;
      const name = `${path}:${number}`;
      if (line === undefined) yield tooLong(name);
      else if (line.trim() !== '') yield dayOfLine(name, line);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield new NotTaken(path, `cannot be read after line ${number}: ${reason}`);
  }
}

function dayOfLine(name: string, line: string): DayDocument | NotTaken {
  const json = parseJson(line);
  if (isObject(json) && typeof json.date === 'string') return { name, date: json.date, body: json.body };
  return new NotTaken(name, 'is not {"date":…,"body":…}');
}

/** Undefined stands for a line that is longer than a document can be: no more of it is kept. */
async function* linesOf(path: string): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(path)) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      yield taken();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  yield taken();

  function add(part: Buffer): void {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
  }

  function taken(): string | undefined {
    const line = length > mostBytes ? undefined : Buffer.concat(parts).toString();
    parts = [];
    length = 0;
    return line;
  }
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  // what goes wrong comes out where the chunks do
  return path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
}
