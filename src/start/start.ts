import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { places } from '../config/places.ts';
import { CodeCache } from './code-cache.ts';

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
