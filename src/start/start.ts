import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { places } from '../config/places.ts';

/** Runs the program. Compiling it takes a third of a short run, so that its files are compiled only once. */
export function start(process: NodeJS.Process): void {
  const { env, platform, version, arch } = process;
  const folder = join(places(platform, env, homedir()).cache, `node-${version}-${arch}`);
  const cache = new CodeCache(folder, process.getuid?.());
  // the variable by which Node's own cache is switched off
  if (!env.NODE_DISABLE_COMPILE_CACHE) process.on('exit', () => cache.save());
  const load = loaderOf(import.meta.dirname, env.NODE_DISABLE_COMPILE_CACHE ? undefined : cache);
  const { main } = load('./main.cjs') as typeof import('../main.ts');
  void main(process);
}

type Require = (id: string) => unknown;

/** `require` for files of the folder, which need nothing else but Node's own modules. */
function loaderOf(folder: string, cache: CodeCache | undefined): Require {
  const modules = new Map<string, { exports: unknown }>();
  const require: Require = (id) => {
    if (!id.startsWith('./')) return process.getBuiltinModule(id);
    const name = id.slice(2);
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    compiled(join(folder, name), name, cache).runInThisContext()(module.exports, require, module);
    return module.exports;
  };
  return require;
}

function compiled(filename: string, name: string, cache: CodeCache | undefined): Script {
  const source = readFileSync(filename);
  const cachedData = cache?.read(name, source);
  const script = new Script(`(function (exports, require, module) {${source}\n})`, {
    filename,
    ...(cachedData && { cachedData }),
  });
  cache?.used(name, source, script, script.cachedDataRejected === false);
  return script;
}

interface Used {
  readonly name: string;
  readonly source: Buffer;
  readonly script: Script;
}

/** The program's files as V8 has compiled them, in a folder of the user's. Where that fails, each run compiles anew. */
export class CodeCache {
  readonly #folder: string;
  readonly #uid: number | undefined;
  #isOwn: boolean | undefined;
  readonly #used: Used[] = [];
  #lacks = false;

  /** @param uid the user's; undefined where the platform has none */
  constructor(folder: string, uid: number | undefined) {
    this.#folder = folder;
    this.#uid = uid;
  }

  read(name: string, source: Buffer): Buffer | undefined {
    try {
      this.#isOwn ??= this.#looksOwn();
      return this.#isOwn ? codeIn(readFileSync(this.#pathOf(name)), source) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param isKnown whether what was read is the script's code */
  used(name: string, source: Buffer, script: Script, isKnown: boolean): void {
    this.#used.push({ name, source, script });
    this.#lacks ||= !isKnown;
  }

  /** To be called last. A run of a new kind keeps all its files once more, with the functions that are new in them. */
  save(): void {
    if (!this.#lacks) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!this.#looksOwn()) return;
      for (const { name, source, script } of this.#used)
        replace(this.#pathOf(name), fileOf(source, script.createCachedData()));
    } catch {
      // not even worth a note: the next run compiles again
    }
  }

  /** What lies there is executed. */
  #looksOwn(): boolean {
    const found = statSync(this.#folder, { throwIfNoEntry: false });
    return found !== undefined && (this.#uid === undefined || found.uid === this.#uid);
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
  }
}

/** With the source, since V8 checks only its length; and twice, since it executes damaged code, and has no checksum. */
function fileOf(source: Buffer, code: Buffer): Buffer {
  return Buffer.concat([source, code, code]);
}

/** Undefined if it is damaged, or that of another source. */
function codeIn(file: Buffer, source: Buffer): Buffer | undefined {
  const middle = (source.length + file.length) / 2;
  const code = file.subarray(source.length, middle);
  const isWhole = code.length > 0 && code.equals(file.subarray(middle));
  return isWhole && source.equals(file.subarray(0, source.length)) ? code : undefined;
}

function replace(path: string, data: Buffer): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, data);
  renameSync(temporary, path);
}
