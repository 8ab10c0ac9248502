import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const othersWrite = 0o022;
const sticky = 0o1000;

/**
 * The folder, its parents without links; undefined if anybody else could put code there, and on Windows, whose modes
 * do not tell.
 */
export function privateFolder(folder: string): string | undefined {
  const above = dirname(folder);
  const path = join(
    lstatSync(above, { throwIfNoEntry: false }) ? realpathSync.native(above) : above,
    basename(folder),
  );
  const own = lstatSync(path, { throwIfNoEntry: false });
  if (own ? !isOwn(own) : process.geteuid === undefined) return undefined;

  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const found = lstatSync(dirname(at), { throwIfNoEntry: false });
    if (found && !isSafe(found)) return undefined;
  }
  return path;
}

const isOwn = (found: Stats) =>
  !found.isSymbolicLink() && found.uid === process.geteuid?.() && !(found.mode & othersWrite);

/** Of a folder: nobody else can replace what is in it. */
const isSafe = (found: Stats) =>
  found.isDirectory() &&
  [0, process.geteuid?.()].includes(found.uid) &&
  (!(found.mode & othersWrite) || Boolean(found.mode & sticky));

/**
 * The code of this text; undefined if it is damaged, or of another text. V8 checks neither: a file has the
 * text, then the code twice. @throws the system's error
 */
export function readCode(path: string, text: string): Buffer | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile() || !isOwn(found)) return undefined;

    const expected = Buffer.from(text);
    const stored = readFileSync(file);
    const middle = (expected.length + stored.length) / 2;
    const code = stored.subarray(expected.length, middle);
    const isWhole = code.length > 0 && code.equals(stored.subarray(middle));
    return isWhole && expected.equals(stored.subarray(0, expected.length)) ? code : undefined;
  } finally {
    closeSync(file);
  }
}

/** @throws the system's error */
export function writeCode(path: string, text: string, code: Buffer): void {
  const unfinished = `${path}.new`;
  makeFolder(dirname(path));
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, Buffer.concat([Buffer.from(text), code, code]), { flag: 'wx', mode: 0o600 });
  renameSync(unfinished, path);
}

/** With its parent. Node's own recursion never ends where the system says that a parent is lacking, as below /proc. */
function makeFolder(folder: string) {
  for (const each of [dirname(folder), folder]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
}
