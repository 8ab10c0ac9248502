import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import { homeFolder, places } from '../config/places.ts';
import { ifPossible } from '../errors.ts';
import { privateFolder, readCode, writeCode } from './code-cache.ts';

/** Runs the program, whose files lie beside this one. Compiling them takes a quarter of a short run. */
export function start(process: NodeJS.Process): void {
  const compile = compilerFor(process);
  const texts = new Map<string, string>();
  const modules = new Map<string, { exports: unknown }>();

  function load(id: string): unknown {
    if (!id.startsWith('./')) return require(id);
    const name = basename(id);
    const known = modules.get(name);
    if (known) return known.exports;

    const module = { exports: {} };
    modules.set(name, module);
    const text = texts.get(name) ?? textOf(name);
    texts.set(name, text);
    compile(name, text).runInThisContext()(module.exports, load, module, import.meta.dirname);
    return module.exports;
  }

  const { main } = load('./main.cjs') as typeof import('../main.ts');
  let hasRead = false;
  void main(process, () => (hasRead ||= readRest(texts)));
}

/** Frequent commands, with a cache each: V8 compiles only the functions that a command calls. */
const frequent = ['archive', 'convert', 'historical', 'latest', 'series'];

/** Characters of a text that takes longer to compile than its cache takes to read. */
const worthwhile = 4_000;

type Compile = (name: string, text: string) => Script;

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

  const compiled = new Map<string, { readonly text: string; readonly script: Script }>();
  process.on('exit', () => {
    for (const [path, { text, script }] of compiled)
      ifPossible(() => writeCode(path, text, script.createCachedData()));
  });

  return (name, text) => {
    const filename = join(import.meta.dirname, name);
    if (folder === undefined || text.length < worthwhile) return new Script(text, { filename });

    const path = join(folder, `${name}.${kind}`);
    const cachedData = ifPossible(() => readCode(path, text));
    const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) compiled.set(path, { text, script });
    return script;
  };
}

const textOf = (name: string) =>
  `(function (exports, require, module, __dirname) {${readFileSync(join(import.meta.dirname, name), 'utf8')}\n})`;

/** Reads all files that are still to be read; false if they are gone, or those of another version. */
function readRest(texts: Map<string, string>): boolean {
  try {
    const isSame = [...texts].every(([name, text]) => textOf(name) === text);
    const names = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.cjs') && !texts.has(name),
    );
    for (const name of names) texts.set(name, textOf(name));
    return isSame;
  } catch {
    return false;
  }
}
