import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { access, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { cannotWrite, Failure, orAborted } from '../errors.ts';
import { cannotReplace, createWhole, isTrusted, patiently, removeStale, unless } from '../files.ts';
import { inShell } from '../words.ts';
import { type Output, type OutputStream, streamOutput } from './output.ts';
import { escaping } from './terminal-text.ts';

const readerCheck = 20;

/** One after another, of which Linux follows as many. */
const mostLinks = 40;

const isWindows = () => process.platform === 'win32';

/**
 * A regular file is replaced once the document is complete; else, such as a pipe, it is written directly.
 */
export async function openFile(path: string, signal: AbortSignal, isColored = false): Promise<Output> {
  if (path === '' || path.endsWith('/') || (isWindows() && path.endsWith('\\')))
    throw new Failure('cannot_write', `cannot write "${path}": it is not the name of a file`);
  if (isWindows()) checkWindowsName(path);

  // an open stream of the shell: a file that it is redirected to must not be replaced
  const isDescriptor = /^\/dev\/(std(out|err)|fd\/\d+)$|^\/proc\/(self|\d+)\/fd\/\d+$/.test(path);
  try {
    const found = await stat(path).catch(unless('ENOENT'));
    if (found?.isDirectory()) throw new Failure('cannot_write', `cannot write ${path}: it is a folder`);
    if (found?.isFIFO()) return endingStream(await openPipe(path, signal), path, signal);
    if (!found || (found.isFile() && !isDescriptor)) return await openRegular(path, found);

    const handle = await open(path, constants.O_WRONLY | constants.O_APPEND);
    if (!isDescriptor && (await handle.stat()).isFile()) {
      await handle.close();
      throw replaced(path);
    }
    const stream = handle.createWriteStream();
    const written = isatty(handle.fd) ? escaping(stream, isColored) : stream;
    return endingStream(stream, path, signal, written);
  } catch (error) {
    throw isSystemError(error) ? cannotWrite(path, error) : error;
  }
}

/** Ends the stream with the document. */
function endingStream(
  stream: Writable,
  name: string,
  signal: AbortSignal,
  written: OutputStream = stream,
): Output {
  return {
    ...streamOutput(written, name, signal),
    async close() {
      signal.throwIfAborted();
      await orAborted(new Promise<void>((resolve) => stream.end(resolve)), signal);
    },
    // does not wait for a slow reader
    abandon: async () => void stream.destroy(),
  };
}

async function openRegular(path: string, replacing: Stats | undefined): Promise<Output> {
  const target = await targetOf(path);
  let mode: number | undefined;
  if (replacing) {
    // replacing it would only need write access to the folder
    await access(target, constants.W_OK);
    if (isWindows()) await checkNotHeld(path);
    // that of another user's file without what would let others run it as this user
    mode = replacing.mode & (replacing.uid === process.geteuid?.() ? 0o7777 : 0o777);
  }
  const file = await createWhole(target, mode);
  // what killed runs left beside the file
  await removeStale(dirname(target));
  return file;
}

/** Windows does not let a file be replaced that another program, such as Excel, has open. */
async function checkNotHeld(path: string) {
  try {
    const handle = await patiently(() => open(path, constants.O_RDWR));
    await handle.close();
  } catch (error) {
    throw cannotReplace(path, error);
  }
}

const replaced = (path: string) =>
  new Failure('cannot_write', `cannot write ${path}: another file was put in its place`);

/** Of links, also one that leads nowhere yet. Another user can let a link lead to any file of this one's. */
async function targetOf(path: string, links = 0): Promise<string> {
  const folder = await realpath(dirname(path)).catch(unless('ENOENT'));
  if (folder === undefined) {
    const mkdir = `mkdir ${isWindows() ? '' : '-p '}${inShell(dirname(path))}`;
    throw new Failure('cannot_write', `cannot write ${path}: no such folder: ${dirname(path)}`, mkdir);
  }
  const target = join(folder, basename(path));
  const found = await lstat(target).catch(unless('ENOENT'));
  if (!found?.isSymbolicLink()) return target;
  if (!isTrusted(found) || links === mostLinks)
    throw new Failure('cannot_write', `cannot write ${path}: it is a link of another user`);
  return targetOf(resolve(folder, await readlink(target)), links + 1);
}

async function openPipe(path: string, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    try {
      // a blocking open would keep the process from exiting until a reader comes
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      if (fstatSync(fd).isFIFO()) return new Socket({ fd, readable: false, writable: true });
      closeSync(fd);
      throw replaced(path);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENXIO') throw error;
      signal.throwIfAborted();
      await sleep(readerCheck);
    }
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'errno' in error;
}

/** With any ending, and in any folder. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³])\s*([.:].*)?$/i;

/** A colon would begin the name of a stream that no folder shows. */
const forbidden = /[<>:"|?*]/;

/** `C:` or `\\?\C:` */
const drive = /^(\\\\\?\\)?([a-z]:)?/i;

/** @throws Failure where Windows has no file of this name */
function checkWindowsName(path: string) {
  const names = path.replace(drive, '').split(/[\\/]/);
  const isDevice = names.some((name) => device.test(name));
  if (!isDevice && !names.some((name) => forbidden.test(name))) return;
  const why = isDevice ? 'that is the name of a device on Windows' : 'names on Windows have no < > : " | ? *';
  // not `--output:`, after which another format is looked for
  throw new Failure('bad_value', `--output ${path}: ${why}`, 'another name for the file');
}
