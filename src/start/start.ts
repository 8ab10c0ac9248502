import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { homeFolder, places } from '../config/places.ts';

/** Runs the program. Compiling it takes a third of a short run, so that its files are compiled only once. */
export function start(process: NodeJS.Process): void {
  const { env, platform, version, arch } = process;
  const { cache } = places({ platform, env, home: homeFolder() });
  // the variable by which Node's own cache is switched off
  const isOff = cache === undefined || Boolean(env.NODE_DISABLE_COMPILE_CACHE);
  const code = isOff ? undefined : codeCache(join(cache, `node-${version}-${arch}`), process.getuid?.());
  if (code) process.on('exit', () => code.save());
  const files = filesIn(import.meta.dirname);
  const load = loaderOf(files.read, code?.compile ?? scriptOf);
  const { main } = load('./main.cjs') as typeof import('../main.ts');
  void main(process, files.readRest);
}

/** Each is read once. */
function filesIn(folder: string) {
  const sources = new Map<string, Buffer>();
  const read = (name: string): Buffer => {
    const source = sources.get(name) ?? readFileSync(join(folder, name));
    sources.set(name, source);
    return source;
  };
  /** False where they are gone, or those of another version, which is in the main one. */
  const readRest = (): boolean => {
    try {
      for (const name of readdirSync(folder)) if (name.endsWith('.cjs')) read(name);
      return readFileSync(join(folder, 'main.cjs')).equals(read('main.cjs'));
    } catch {
      return false;
    }
  };
  return { read, readRest };
}

type Require = (id: string) => unknown;

function loaderOf(
  read: (name: string) => Buffer,
  compile: (filename: string, source: Buffer) => Script,
): Require {
  const modules = new Map<string, { exports: unknown }>();
  const require: Require = (id) => {
    if (!id.startsWith('./')) return process.getBuiltinModule(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(id, module);
    compile(join(import.meta.dirname, id), read(basename(id))).runInThisContext()(
      module.exports,
      require,
      module,
    );
    return module.exports;
  };
  return require;
}

function scriptOf(filename: string, source: Buffer, cachedData?: Buffer): Script {
  const code = `(function (exports, require, module) {${source}\n})`;
  return new Script(code, { filename, ...(cachedData && { cachedData }) });
}

/**
 * The program's files as V8 has compiled them, in a folder of the user's. Where that fails, each run compiles anew.
 * @param uid the user's; undefined where the platform has none
 */
function codeCache(folder: string, uid: number | undefined) {
  const used: { readonly path: string; readonly source: Buffer; readonly script: Script }[] = [];
  let isOwn: boolean | undefined;
  let lacks = false;
  /** What lies there is executed. */
  const looksOwn = () => {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found !== undefined && (uid === undefined || found.uid === uid);
  };
  const read = (path: string, source: Buffer) => {
    try {
      isOwn ??= looksOwn();
      return isOwn ? codeIn(readFileSync(path), source) : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    compile(filename: string, source: Buffer): Script {
      const path = join(folder, basename(filename));
      const script = scriptOf(filename, source, read(path, source));
      used.push({ path, source, script });
      lacks ||= script.cachedDataRejected !== false;
      return script;
    },
    /** To be called last. A run of a new kind keeps all its files once more, with the functions that are new in them. */
    save(): void {
      if (!lacks) return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!looksOwn()) return;
        for (const { path, source, script } of used) {
          const temporary = `${path}.${process.pid}`;
          const code = script.createCachedData();
          // with the source, since V8 checks only its length; and twice, since it executes damaged code, and has no checksum
          writeFileSync(temporary, Buffer.concat([source, code, code]));
          renameSync(temporary, path);
        }
      } catch {
        // not even worth a note: the next run compiles again
      }
    },
  };
}

/** Undefined if it is damaged, or that of another source. */
function codeIn(file: Buffer, source: Buffer): Buffer | undefined {
  const middle = (source.length + file.length) / 2;
  const code = file.subarray(source.length, middle);
  const isWhole = code.length > 0 && code.equals(file.subarray(middle));
  return isWhole && source.equals(file.subarray(0, source.length)) ? code : undefined;
}
