import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Code } from '../rates/code.ts';

/** What may be a day, not yet looked at. */
export interface DayDocument {
  /** A path; or a path and a line, or a day: `old.ndjson:12`, `old.csv 2024-01-17`. */
  readonly name: string;
  readonly date: string;
  readonly body: unknown;
}

export class NotTaken {
  constructor(
    readonly name: string,
    readonly reason: string,
    readonly hint?: string,
  ) {}

  get message(): string {
    return `${this.name} ${this.reason}`;
  }
}

export type Days = AsyncGenerator<DayDocument | NotTaken>;

export interface GivenFile {
  readonly path: string;
  readonly size: number;
  /** What the rates must be relative to. */
  readonly pivot: Code;
  readonly signal: AbortSignal;
  /** The line that is read, from 1; 0 where none is. */
  line: number;
}

/** Its bytes, unpacked. @throws whatever it cannot be read for, and the signal's reason */
export async function* piecesOf({ path, signal }: GivenFile): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  // what goes wrong comes out where the pieces do
  const unpacked = isPacked(path) ? pipeline(file, createGunzip(), () => {}) : file;
  for await (const piece of unpacked) {
    signal.throwIfAborted();
    yield piece;
  }
}

export const isPacked = (path: string) => /\.gz$/i.test(path);

export const otherBase = (base: unknown, pivot: Code) =>
  typeof base === 'string'
    ? `has the base ${base.slice(0, 12)}; only rates as they were published, relative to ${pivot}, are taken`
    : `does not have the base ${pivot}`;
