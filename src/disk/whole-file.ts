import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  promises,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { writing, written } from '../errors.ts';
import { flush, makeFolder } from './flush.ts';
import { cannotReplace, patiently, patientlySync } from './patience.ts';
import { isOver, markPattern, processMark } from './process-mark.ts';
import { createFile } from './sharing.ts';
import { openUnlinked } from './unlinked.ts';

const ownerOnly = 0o600;

/** A file that appears at its path when it is finished, and not at all if it is abandoned. */
interface WholeFile {
  /** Modification time by the file system's clock, in milliseconds since 1970. */
  stamp(): Promise<number>;
  /** @throws Failure */
  write(data: string | Uint8Array): Promise<void>;
  /** @throws Failure */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Written beside its path under another name, then renamed; until then only its owner may read it. */
export async function createWhole(path: string, permissions = 0o666 & ~process.umask()): Promise<WholeFile> {
  const temporary = temporaryIn(dirname(path));
  const open = () => promises.open(temporary, 'wx', ownerOnly);
  const handle = await written(`in ${dirname(path)}`, patiently(open));

  async function abandon(): Promise<void> {
    await handle.close().catch(() => {});
    await patiently(() => promises.rm(temporary, { force: true })).catch(() => {});
  }

  return {
    stamp: async () => (await handle.stat()).mtimeMs,
    abandon,
    write: (data) => written(path, handle.writeFile(data)),
    async finish() {
      try {
        await handle.sync();
        // a file system that has no modes is no reason to lose the file
        await handle.chmod(permissions).catch(() => {});
        await handle.close();
        await patiently(() => promises.rename(temporary, path));
      } catch (error) {
        await abandon();
        throw cannotReplace(path, error);
      }
    },
  };
}

/** `later`: until the system flushes it by itself, a power cut may take the file's content, or the file. */
export type Flush = 'at once' | 'later';

/**
 * For small files: only the flush is worth awaiting.
 * @param unfinished the folder where the file is until it is whole, which is made where it lacks
 */
export async function writeWhole(
  path: string,
  data: string | Uint8Array,
  when: Flush = 'at once',
  unfinished?: string,
): Promise<void> {
  const folder = unfinished ?? dirname(path);
  const temporary = temporaryIn(folder);
  const open = unfinished === undefined ? createFile : createFileIn;
  const file = await written(
    `in ${folder}`,
    patiently(() => open(temporary)),
  );

  try {
    try {
      writeFileSync(file, data);
      if (when === 'at once') await flush(file);
    } finally {
      closeSync(file);
    }
    await patiently(() => renameSync(temporary, path));
  } catch (error) {
    await patiently(() => rmSync(temporary, { force: true })).catch(() => {});
    throw cannotReplace(path, error);
  }
}

/** Looking for the folder first would take longer. */
function createFileIn(path: string): number {
  try {
    return createFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    return createFile(path);
  }
}

/** Between file systems only a regular file, or a link. */
export function moveFile(from: string, to: string): void {
  try {
    patientlySync(() => renameSync(from, to));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else copyFile(from, to);
    patientlySync(() => rmSync(from));
  }
}

function copyFile(from: string, to: string): void {
  const source = openUnlinked(from);
  const copy = createFile(to);
  try {
    const { atime, mtime } = fstatSync(source);
    writeFileSync(copy, readFileSync(source));
    futimesSync(copy, atime, mtime);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(source);
    closeSync(copy);
  }
}

/**
 * Permission to write says nothing of a full disk. @param within a folder in it to try in @throws Failure
 */
export function tryWriting(folder: string, within = folder): void {
  makeFolder(folder);
  writing(`in ${folder}`, () => {
    accessSync(folder, constants.W_OK);
    makeFolder(within);
    const path = temporaryIn(within);
    try {
      patientlySync(() => writeFileSync(path, 'x'.repeat(8_192), { flag: 'wx', flush: true }));
    } finally {
      patientlySync(() => rmSync(path, { force: true }));
    }
  });
}

/** Without the name of the file to come, which may already have the maximum length. */
export function temporaryIn(folder: string): string {
  return `${folder}${sep}.ratebook-${randomName()}.${processMark}.tmp`;
}

/** For temporary files of a large folder: what killed runs leave is then found without listing the rest. */
export function unfinishedIn(folder: string): string {
  return join(folder, '.unfinished');
}

const temporaryName = new RegExp(`^\\.ratebook-[0-9a-f]{12}\\.${markPattern.source}\\.tmp$`);

/** 12 hex digits. They need not be secret, and loading `crypto` takes longer than writing the file. */
export function randomName(): string {
  return Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}

/** Milliseconds after which an unfinished file goes if its process may be on another machine. */
const longestUnfinished = 24 * 3_600_000;

/** Removes unfinished files of killed processes; `now` in milliseconds since 1970. */
export async function removeStale(folder: string, now: number): Promise<void> {
  const names = await promises.readdir(folder).catch(() => []);
  const temporary = names.filter((name) => temporaryName.test(name));
  await Promise.all(
    temporary.map(async (name) => {
      const path = join(folder, name);
      const { mtimeMs = now } = (await promises.lstat(path).catch(() => undefined)) ?? {};
      if (isOver(name.slice(name.indexOf('.', 1)), now - mtimeMs > longestUnfinished))
        await promises.rm(path, { force: true }).catch(() => {});
    }),
  );
}
