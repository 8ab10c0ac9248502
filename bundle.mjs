import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'rolldown';

const src = join(import.meta.dirname, 'src');
const sources = readdirSync(src, { recursive: true }).map((path) => path.replaceAll('\\', '/'));

const output = { dir: 'dist', format: 'cjs', minify: true, entryFileNames: '[name].cjs', dynamicImportInCjs: false };

// CommonJS starts faster than ES modules; dynamic imports become chunks, loaded only when needed.
const program = await build({
  input: 'src/main.ts',
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  plugins: [withoutUnused(), builtIns(), plainExports(), oneRuntime(), scripts(), licenses()],
  resolve: { alias: { '@modelcontextprotocol/server/_shims': join(src, 'server/mcp/no-forms.ts') } },
  output: {
    ...output,
    cleanDir: true,
    chunkFileNames: '[name].cjs',
    // each file takes time to open: what runs of a kind need lies in one, with all that it imports
    codeSplitting: {
      groups: [
        { name: 'all-runs', test: inSrc('main', 'config/(settings|unknown-variables)'), priority: 4 },
        {
          name: 'days',
          test: inSrc('commands/rates/rates', 'output/(format.ts|grid|rate-texts)', 'rates/(currencies|running)'),
          priority: 3,
        },
        { name: 'table', test: inSrc('output/table/table'), priority: 2 },
        { name: 'codes', test: inSrc('rates/(amount|minor-units)', 'run/(known-codes|reaching-back)'), priority: 2 },
        { name: 'convert', test: inSrc('commands/convert/convert'), priority: 1 },
        { name: 'fetch', test: inSrc('fetch/fetching', 'sources/oxr/client') },
      ],
    },
  },
});

const texts = program.output.map(({ code = '' }) => code);
const hash = createHash('sha256').update(texts.sort().join('')).digest('hex').slice(0, 16);

// When a run has used files that no run before it has.
await build({
  input: 'src/start/keeping.ts',
  platform: 'node',
  plugins: [builtIns(), scripts()],
  output,
});

// The program in bin loads this file, and this file the others.
await build({
  input: 'src/start/start.ts',
  platform: 'node',
  transform: { define: { build: JSON.stringify(hash) } },
  plugins: [builtIns(), scripts()],
  output,
});

/** Modules whose paths begin with one of these. A name that no file has would leave its chunk silently. */
function inSrc(...paths) {
  for (const name of paths.flatMap(namesIn))
    if (!sources.some((path) => path.startsWith(name))) throw new Error(`a chunk names src/${name}, which is no file`);
  const within = new RegExp(`^(${paths.join('|')})`);
  return (id) => within.test(relative(src, id).replaceAll('\\', '/'));
}

/** Not by the name of the package alone, which may be that of a folder above. */
function isOf(name, id) {
  return id.replaceAll('\\', '/').includes(`/node_modules/${name}/`);
}

/** `a/b` and `a/c` for `a/(b|c)`, and for `a/(?!b|c)` */
function namesIn(path) {
  const [, folder, names] = /^(.*)\((?:\?!)?(.*)\)$/.exec(path) ?? ['', '', path];
  return names.split('|').map((name) => folder + name);
}

/**
 * What libraries load at start-up and ratebook never uses: Commander's child processes, chalk's look at the terminal,
 * HTTP/2 of undici, and conf's own choice of a folder, which fails for a user without a home.
 */
function withoutUnused() {
  const nothing = '\0nothing:';
  const isUnused = (id, importer = '') =>
    id === '#supports-color' ||
    (id === 'node:child_process' && isOf('commander', importer)) ||
    (id === 'env-paths' && isOf('conf', importer)) ||
    (id === 'node:http2' && isOf('undici', importer));
  return {
    name: 'without-unused',
    resolveId: (id, importer) => (isUnused(id, importer) ? nothing + id : null),
    load: (id) => (id.startsWith(nothing) ? 'module.exports = { constants: {} };' : null),
  };
}

/** The bundler's helpers, which it puts into a file of their own, become a part of the main one. */
function oneRuntime() {
  const name = 'rolldown-runtime.cjs';
  return {
    name: 'one-runtime',
    generateBundle(_options, bundle) {
      const { code } = bundle[name];
      delete bundle[name];
      const own = `(require.helpers=(module=>{${code}return module.exports})({}))`;
      for (const chunk of Object.values(bundle))
        chunk.code &&= chunk.code.replace(`require("./${name}")`, () => (chunk.isEntry ? own : 'require.helpers'));
    },
  };
}

/**
 * Each file is the text that V8 compiles, in ASCII: to put it together at start-up, or to take two bytes for each of
 * its characters since one is above Latin-1, takes time and fills V8's young generation.
 */
function scripts() {
  // V8 moves a longer text to where it lies once and for all, and copies a shorter one with each collection
  const apart = 132_000;
  const padded = (code) => (code.length > apart / 2 ? code.padEnd(apart) : code);
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const inAscii = (code) =>
    code.replace(/(\\[\0-\x7f])|\\?([^\0-\x7f])/g, (_, pair, character) => pair ?? escaped(character));
  return {
    name: 'scripts',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        chunk.code &&= padded(`(function(exports,require,module,__dirname){${inAscii(chunk.code)}\n})`);
    },
  };
}

/** Modules of Node that start-up does without are loaded where they are used. */
function builtIns() {
  const late = ['node:os', 'node:timers/promises'];
  const loadedLate = (code, id) => {
    const name = id.replaceAll(/\W/g, '_');
    const load = `require("${id}")`;
    const changed = code.replace(`let ${name} = ${load};\n`, '').replaceAll(`${name}.`, `${load}.`);
    if (changed.includes(name)) throw new Error(`${id} is used in a way that loads it at once`);
    return changed;
  };
  return { name: 'built-ins', renderChunk: (code) => late.reduce(loadedLate, code) };
}

/** Values instead of a getter for each, which take time to make: once a file has run, its exports stay the same. */
function plainExports() {
  const getter = /^Object\.defineProperty\(exports, "([\w$]+)", \{[^{}]+\{\s+return ([^;]+);\s+\}\s+\}\);$/gm;
  const plain = /^exports\.([\w$]+) = ([^;]+);$/gm;
  return {
    name: 'plain-exports',
    renderChunk(code) {
      const found = [getter, plain].flatMap((pattern) => [...code.matchAll(pattern)]);
      if (found.length === 0) return code;
      const all = found.map(([, name, value]) => `${name}: ${value}`).join(', ');
      return `${code.replace(getter, '').replace(plain, '')}\nmodule.exports = { ${all} };\n`;
    },
  };
}

function licenses() {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
      const folders = modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
      const notices = [...new Set(folders)].sort().map(noticeOf);
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: notices.join(`\n${'-'.repeat(80)}\n\n`),
      });
    },
  };
}

function noticeOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')}\n`;
}
