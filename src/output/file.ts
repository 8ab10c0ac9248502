import { closeSync, constants, createWriteStream, fstatSync, openSync, promises, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure, orAborted } from '../errors.ts';
import { cannotReplace, createWhole, isTrusted, patiently, removeStale, unless } from '../files.ts';
import { inShell } from '../words.ts';
import { escaping, type Output, streamOutput } from './output.ts';

const readerCheck = 20;

const isWindows = () => process.platform === 'win32';

const cannot = (path: string, why: string, ...hints: readonly string[]) =>
  new Failure('cannot_write', `cannot write ${path}: ${why}`, ...hints);

/**
 * A regular file is replaced once the document is complete; else, such as a pipe, it is written directly.
 */
export async function openFile(path: string, signal: AbortSignal, isColored = false): Promise<Output> {
  if (path === '' || path.endsWith('/') || (isWindows() && path.endsWith('\\')))
    throw cannot(`"${path}"`, 'it is not the name of a file');
  if (isWindows()) checkWindowsName(path);

  // an open stream of the shell: a file that it is redirected to must not be replaced
  const isDescriptor = /^\/dev\/(std(out|err)|fd\/\d+)$|^\/proc\/(self|\d+)\/fd\/\d+$/.test(path);
  try {
    const found = await promises.stat(path).catch(unless('ENOENT'));
    if (found?.isDirectory()) throw cannot(path, 'it is a folder');
    if (!found || (found.isFile() && !isDescriptor)) return await openRegular(path, found);

    const isPipe = found.isFIFO();
    const fd = await openDirectly(path, isPipe, signal);
    const opened = fstatSync(fd);
    if (opened.isFIFO() !== isPipe || (opened.isFile() && !isDescriptor)) {
      closeSync(fd);
      throw cannot(path, 'another file was put in its place');
    }
    const stream: Writable = isPipe
      ? new (process.getBuiltinModule('node:net').Socket)({ fd, readable: false, writable: true })
      : createWriteStream(path, { fd });
    return {
      ...streamOutput(
        process.getBuiltinModule('node:tty').isatty(fd) ? escaping(stream, isColored) : stream,
        path,
        signal,
      ),
      async close() {
        signal.throwIfAborted();
        await orAborted(new Promise<void>((resolve) => stream.end(resolve)), signal);
      },
      // does not wait for a slow reader
      abandon: async () => void stream.destroy(),
    };
  } catch (error) {
    throw signal.aborted ? error : cannotWrite(path, error);
  }
}

async function openDirectly(path: string, isPipe: boolean, signal: AbortSignal) {
  for (;;) {
    try {
      // a blocking open of a pipe would keep the process from exiting until there is a reader
      return openSync(path, constants.O_WRONLY | (isPipe ? constants.O_NONBLOCK : constants.O_APPEND));
    } catch (error) {
      if (!isPipe) throw error;
      unless('ENXIO')(error as NodeJS.ErrnoException);
      signal.throwIfAborted();
      await sleep(readerCheck);
    }
  }
}

async function openRegular(path: string, replacing: Stats | undefined) {
  const target = await targetOf(path);
  let mode: number | undefined;
  if (replacing) {
    // replacing it would only need write access to the folder
    await promises.access(target, constants.W_OK);
    if (isWindows()) {
      // which does not let a file be replaced that another program, such as Excel, has open
      const opened = patiently(() => promises.open(path, constants.O_RDWR));
      const handle = await opened.catch((error) => {
        throw cannotReplace(path, error);
      });
      await handle.close();
    }
    // that of another user's file without what would let others run it as this user
    mode = replacing.mode & (replacing.uid === process.geteuid?.() ? 0o7777 : 0o777);
  }
  const file = await createWhole(target, mode);
  // what killed runs left beside the file
  await removeStale(dirname(target));
  return file;
}

/** Of links, also one that leads nowhere yet. Another user can let a link lead to any file of this one's. */
async function targetOf(path: string): Promise<string> {
  const folder = await promises.realpath(dirname(path)).catch(unless('ENOENT'));
  if (folder === undefined) {
    const mkdir = `mkdir ${isWindows() ? '' : '-p '}${inShell(dirname(path))}`;
    throw cannot(path, `no such folder: ${dirname(path)}`, mkdir);
  }
  const target = join(folder, basename(path));
  const found = await promises.lstat(target).catch(unless('ENOENT'));
  if (!found?.isSymbolicLink()) return target;
  if (!isTrusted(found)) throw cannot(path, 'it is a link of another user');
  return targetOf(resolve(folder, await promises.readlink(target)));
}

/** `C:` or `\\?\C:` */
const drive = /^(\\\\\?\\)?([a-z]:)?/i;

/** With any ending, and in any folder. */
const device = /(^|[\\/])(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³])\s*([.:][^\\/]*)?($|[\\/])/i;

/** A colon would begin the name of a stream that no folder shows. */
const forbidden = /[<>:"|?*]/;

/** @throws Failure where Windows has no file of this name */
function checkWindowsName(path: string) {
  const name = path.replace(drive, '');
  const isDevice = device.test(name);
  if (!isDevice && !forbidden.test(name)) return;
  const why = isDevice ? 'that is the name of a device on Windows' : 'names on Windows have no < > : " | ? *';
  // not `--output:`, after which another format is looked for
  throw new Failure('bad_value', `--output ${path}: ${why}`, 'another name for the file');
}
