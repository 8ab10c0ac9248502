import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { homeFolder, places } from '../config/places.ts';
import { ifPossible } from '../errors.ts';
import { KeptCode } from './kept-code.ts';

/** Runs the program. Compiling it takes a third of a short run, so that its files are compiled only once. */
export function start(process: NodeJS.Process): void {
  const { argv, env, platform, version, arch } = process;
  const files = new Files(import.meta.dirname);
  const { cache } = places({ platform, env, home: homeFolder({ platform, env }) });

  // the variable by which Node's own cache is switched off
  const isOff = cache === undefined || Boolean(env.NODE_DISABLE_COMPILE_CACHE);
  const folder = `node-${version}-${arch}`;
  const kind = frequent.find((command) => command === argv[2]) ?? 'other';
  const code = isOff ? undefined : new KeptCode(join(cache, folder), kind, process.getuid?.(), scriptOf);
  // not even worth a note where that fails: the next run compiles again
  if (code) process.on('exit', () => code.lacksFiles && ifPossible(() => keepAll(code, files)));

  const load = loaderOf((filename) => {
    const text = files.read(basename(filename));
    return code ? code.compile(filename, text) : scriptOf(filename, text);
  });
  const { main } = load('./main.cjs') as typeof import('../main.ts');
  void main(process, () => files.readRest());
}

/** Commands that are run again and again. */
const frequent = ['archive', 'convert', 'historical', 'latest', 'series'];

function keepAll(code: KeptCode, files: Files): void {
  const load = loaderOf((filename) => scriptOf(filename, files.read(basename(filename))));
  const { keep } = load('./keeping.cjs') as typeof import('./keeping.ts');
  keep(code, new Set(files.names()));
}

/** The program's files, each read once. */
class Files {
  readonly #texts = new Map<string, Buffer>();
  #hasAll = false;

  constructor(private readonly folder: string) {}

  names(): readonly string[] {
    return readdirSync(this.folder).filter((name) => name.endsWith('.cjs'));
  }

  read(name: string): Buffer {
    const text = this.#texts.get(name) ?? readFileSync(join(this.folder, name));
    this.#texts.set(name, text);
    return text;
  }

  /** False where the files are gone, or those of another version, which is in the main one. */
  readRest(): boolean {
    try {
      if (!this.#hasAll) for (const name of this.names()) this.read(name);
      this.#hasAll ||= readFileSync(join(this.folder, 'main.cjs')).equals(this.read('main.cjs'));
    } catch {}
    return this.#hasAll;
  }
}

type Require = (id: string) => unknown;

function loaderOf(compile: (filename: string) => Script): Require {
  const modules = new Map<string, { exports: unknown }>();

  const require: Require = (id) => {
    if (!id.startsWith('./')) return process.getBuiltinModule(id);
    const known = modules.get(id);
    if (known) return known.exports;

    const module = { exports: {} };
    modules.set(id, module);
    const run = compile(join(import.meta.dirname, id)).runInThisContext();
    run(module.exports, require, module, import.meta.dirname);
    return module.exports;
  };
  return require;
}

function scriptOf(filename: string, text: Buffer, cachedData?: Buffer): Script {
  // the bundle is ASCII
  return new Script(text.toString('latin1'), { filename, ...(cachedData && { cachedData }) });
}
