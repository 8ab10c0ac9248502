import { constants, createReadStream, openSync, promises, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type Readable, promises as streams } from 'node:stream';
import { Failure, reasonOf, writing, written } from '../errors.ts';
import { patiently, patientlySync, temporaryIn, unreadable } from '../files.ts';

export interface InputHost {
  readonly stdin: Readable;
  readonly signal: AbortSignal;
}

const pieceSize = 32_768;

/** An open file that can be read several times, also from a pipe. */
export type InputFile = Awaited<ReturnType<typeof openInput>>;

/** @param path `-` is stdin. @throws Failure */
export async function openInput(path: string, { stdin, signal }: InputHost) {
  const name = path === '-' ? 'standard input' : path;
  const source = path === '-' ? stdin : await openPath(path);
  const handle = 'pipe' in source ? await copyOf(source, name, signal) : source;

  const reading = <T>(work: Promise<T>) =>
    work.catch((error) => {
      throw unreadable(`cannot read ${name}`, error);
    });
  const opened = await reading(handle.stat());

  return {
    /** Ends whatever is done with it. */
    signal,

    /** From the beginning. @throws Failure, also the signal's */
    async *pieces(): AsyncGenerator<Buffer> {
      const buffer = Buffer.allocUnsafe(pieceSize);
      for (let position = 0; ; ) {
        signal.throwIfAborted();
        const { bytesRead } = await reading(handle.read(buffer, 0, pieceSize, position));
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        position += bytesRead;
      }
    },

    /** @throws Failure if it has changed since it was opened */
    async checkUnchanged() {
      const { size, mtimeMs } = await reading(handle.stat());
      if (size !== opened.size || mtimeMs !== opened.mtimeMs)
        throw new Failure('cannot_read', `${name} has changed while it was read`);
    },

    close: () => handle.close(),
  };
}

/** A stream, if it can be read only once. */
async function openPath(path: string): Promise<FileHandle | Readable> {
  try {
    const found = await promises.stat(path);
    if (found.isDirectory()) throw new Failure('cannot_read', `cannot read ${path}: it is a folder`);
    if (found.isFile()) return await patiently(() => promises.open(path));
    if (!found.isFIFO()) return createReadStream(path);
    // a blocking open would keep the process from exiting until somebody writes
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const { Socket } = process.getBuiltinModule('node:net');
    return new Socket({ fd, writable: false });
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(`cannot read ${path}`, error);
  }
}

/** In a file without a name, which is gone however the process ends. */
async function copyOf(source: Readable, name: string, signal: AbortSignal): Promise<FileHandle> {
  const folder = process.getBuiltinModule('node:os').tmpdir();
  const path = temporaryIn(folder);
  const handle = await written(`in ${folder}`, promises.open(path, 'wx+', 0o600));
  writing(`in ${folder}`, () => patientlySync(() => rmSync(path)));
  try {
    // a stream of the handle would keep it from being closed
    const copy = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await handle.writeFile(chunk);
    };
    await streams.pipeline(source, copy, { signal });
    return handle;
  } catch (error) {
    await handle.close();
    signal.throwIfAborted();
    throw new Failure('cannot_write', `cannot copy ${name} to ${folder}: ${reasonOf(error)}`);
  }
}
