import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { homeFolder, places } from '../config/places.ts';
import { codeCache } from './code-cache.ts';

/** Runs the program. Compiling it takes a third of a short run, so that its files are compiled only once. */
export function start(process: NodeJS.Process): void {
  const { env, platform, version, arch } = process;
  const { cache } = places({ platform, env, home: homeFolder() });
  // the variable by which Node's own cache is switched off
  const isOff = cache === undefined || Boolean(env.NODE_DISABLE_COMPILE_CACHE);
  const files = filesIn(import.meta.dirname);
  const code = isOff ? undefined : codeCache(join(cache, `node-${version}-${arch}`), process.getuid?.(), scriptOf);
  if (code) process.on('exit', () => code.save(files.names));
  const load = loaderOf(files.read, code?.compile ?? scriptOf);
  const { main } = load('./main.cjs') as typeof import('../main.ts');
  void main(process, files.readRest);
}

function filesIn(folder: string) {
  const sources = new Map<string, Buffer>();
  const names = () => readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  const read = (name: string): Buffer => {
    const source = sources.get(name) ?? readFileSync(join(folder, name));
    sources.set(name, source);
    return source;
  };
  /** False where they are gone, or those of another version, which is in the main one. */
  let hasAll = false;
  const readRest = (): boolean => {
    try {
      if (!hasAll) names().forEach(read);
      hasAll ||= readFileSync(join(folder, 'main.cjs')).equals(read('main.cjs'));
    } catch {}
    return hasAll;
  };
  return { names, read, readRest };
}

type Require = (id: string) => unknown;

function loaderOf(read: (name: string) => Buffer, compile: typeof scriptOf): Require {
  const modules = new Map<string, { exports: unknown }>();
  const require: Require = (id) => {
    if (!id.startsWith('./')) return process.getBuiltinModule(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(id, module);
    const run = compile(join(import.meta.dirname, id), read(basename(id))).runInThisContext();
    run(module.exports, require, module, import.meta.dirname);
    return module.exports;
  };
  return require;
}

function scriptOf(filename: string, source: Buffer, cachedData?: Buffer): Script {
  const code = `(function (exports, require, module, __dirname) {${source}\n})`;
  return new Script(code, { filename, ...(cachedData && { cachedData }) });
}
