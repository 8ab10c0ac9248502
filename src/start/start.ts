import { isAscii } from 'node:buffer';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { homeFolder, places } from '../config/places.ts';
import { ifPossible } from '../errors.ts';

/**
 * Runs the program, whose files lie beside this one, each wrapped in a function by the bundler. Compiling them takes a
 * quarter of a short run.
 */
export function start(process: NodeJS.Process): void {
  const compile = compilerFor(process);
  const files = new Map<string, Buffer>();
  const modules = new Map<string, { exports: unknown }>();

  function load(id: string): unknown {
    if (!id.startsWith('./')) return require(id);
    const name = basename(id);
    const loaded = modules.get(name);
    if (loaded) return loaded.exports;

    const module = { exports: {} };
    modules.set(name, module);
    const file = files.get(name) ?? read(name);
    files.set(name, file);
    compile(name, file).runInThisContext()(module.exports, load, module, import.meta.dirname);
    return module.exports;
  }

  const { main } = load('./main.cjs') as typeof import('../main.ts');
  let hasRead = false;
  void main(process, () => (hasRead ||= readRest(files)));
}

/** Frequent commands, with a cache each: V8 compiles only the functions that a command calls. */
const frequent = ['archive', 'convert', 'historical', 'latest', 'series'];

/** Bytes of a file that takes longer to compile than its cache takes to read. */
const worthwhile = 4_000;

type Compile = (name: string, file: Buffer) => Script;

/**
 * Stores compiled code when the process ends. If that fails, the next run compiles it again.
 */
function compilerFor(process: NodeJS.Process): Compile {
  const { argv, env, platform } = process;
  const { cache } = places({ platform, env, home: homeFolder({ platform, env }) });
  // the variable that turns Node's own cache off
  const isNotDue = cache === undefined || env.NODE_DISABLE_COMPILE_CACHE;
  const folder = isNotDue ? undefined : ifPossible(() => privateFolder(cache));
  const kind = frequent.find((command) => command === argv[2]) ?? 'other';

  const compiled = new Map<string, { readonly file: Buffer; readonly script: Script }>();
  process.on('exit', () => {
    for (const [path, { file, script }] of compiled)
      ifPossible(() => writeCode(path, file, script.createCachedData()));
  });

  return (name, file) => {
    const filename = join(import.meta.dirname, name);
    // in which the build escapes everything else, so that decoding takes no time
    const text = file.toString(isAscii(file) ? 'latin1' : 'utf8');
    if (folder === undefined || file.length < worthwhile) return new Script(text, { filename });

    const path = join(folder, `${name}.${kind}`);
    const cachedData = ifPossible(() => readCode(path, file));
    const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) compiled.set(path, { file, script });
    return script;
  };
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name));

/** Reads all files that are still to be read; false if they are gone, or those of another version. */
function readRest(files: Map<string, Buffer>): boolean {
  try {
    const isSame = [...files].every(([name, file]) => read(name).equals(file));
    const names = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.cjs') && !files.has(name),
    );
    for (const name of names) files.set(name, read(name));
    return isSame;
  } catch {
    return false;
  }
}

// Compiled code in the folder of caches

const othersWrite = 0o022;
const sticky = 0o1000;

/**
 * The folder, its parents without links; undefined if anybody else could put code there, and on Windows,
 * whose modes do not tell.
 */
function privateFolder(folder: string): string | undefined {
  const above = dirname(folder);
  const path = join(
    lstatSync(above, { throwIfNoEntry: false }) ? realpathSync.native(above) : above,
    basename(folder),
  );
  const existing = lstatSync(path, { throwIfNoEntry: false });
  if (existing ? !isOwn(existing) : process.geteuid === undefined) return undefined;

  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const stats = lstatSync(dirname(at), { throwIfNoEntry: false });
    if (stats && !isSafe(stats)) return undefined;
  }
  return path;
}

const isOwn = (stats: Stats) =>
  !stats.isSymbolicLink() && stats.uid === process.geteuid?.() && !(stats.mode & othersWrite);

/** Of a folder: nobody else can replace what is in it. */
const isSafe = (stats: Stats) =>
  stats.isDirectory() &&
  [0, process.geteuid?.()].includes(stats.uid) &&
  (!(stats.mode & othersWrite) || Boolean(stats.mode & sticky));

/**
 * The code of a file; undefined if it is damaged, or of another one. V8 checks neither: the cache begins with
 * the sizes and checksums of both. @throws the system's error
 */
function readCode(path: string, file: Buffer): Buffer | undefined {
  const cache = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(cache);
    if (!stats.isFile() || !isOwn(stats)) return undefined;

    const stored = readFileSync(cache);
    const code = stored.subarray(headSize);
    return headOf(file, code).equals(stored.subarray(0, headSize)) ? code : undefined;
  } finally {
    closeSync(cache);
  }
}

/** @throws the system's error */
function writeCode(path: string, file: Buffer, code: Buffer): void {
  const unfinished = `${path}.new`;
  makeFolder(dirname(path));
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, Buffer.concat([headOf(file, code), code]), { flag: 'wx', mode: 0o600 });
  renameSync(unfinished, path);
}

/** Bytes. */
const headSize = 16;

function headOf(file: Buffer, code: Buffer): Buffer {
  return Buffer.from(Uint32Array.of(file.length, crc32(file), code.length, crc32(code)).buffer);
}

/**
 * With its parent. Node's own recursion never ends where the system says that a parent is lacking, as below
 * /proc.
 */
function makeFolder(folder: string) {
  for (const each of [dirname(folder), folder]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
}
