import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { homeFolder, places } from '../config/places.ts';
import { ifPossible } from '../errors.ts';
import { bytesAt } from './bytes.ts';
import { KeptCode } from './kept-code.ts';

/** A hash of the other files. */
declare const build: string;

/** Runs the program. Compiling it takes a third of a short run, so that its files are compiled only once. */
export function start(process: NodeJS.Process): void {
  const { argv, env, platform, version, arch } = process;
  const files = new Files(import.meta.dirname);
  const { cache } = places({ platform, env, home: homeFolder({ platform, env }) });

  // the variable by which Node's own cache is switched off
  const isOff = cache === undefined || Boolean(env.NODE_DISABLE_COMPILE_CACHE);
  const folder = `node-${version}-${arch}`;
  const kind = frequent.find((command) => command === argv[2]) ?? 'other';
  const uid = process.getuid?.();
  const code = isOff ? undefined : new KeptCode(join(cache, folder), { build, kind }, uid, scriptOf);
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
  keep(code);
}

/** The program's files, each read once. */
class Files {
  readonly #texts = new Map<string, string>();
  #hasAll = false;

  constructor(private readonly folder: string) {}

  read(name: string): string {
    const text = this.#texts.get(name) ?? this.#textOf(name);
    this.#texts.set(name, text);
    return text;
  }

  /** False where the files are gone, or those of another version, which is in the main one. */
  readRest(): boolean {
    if (this.#hasAll) return true;
    try {
      const names = readdirSync(this.folder).filter((name) => name.endsWith('.cjs'));
      for (const name of names) this.read(name);
      this.#hasAll = this.#textOf('main.cjs') === this.read('main.cjs');
    } catch {}
    return this.#hasAll;
  }

  #textOf(name: string): string {
    // the bundle is ASCII
    return bytesAt(join(this.folder, name)).toString('latin1');
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

function scriptOf(filename: string, text: string, cachedData?: Buffer): Script {
  return new Script(text, { filename, ...(cachedData && { cachedData }) });
}
