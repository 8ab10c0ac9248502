import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'rolldown';

const src = join(import.meta.dirname, 'src');
const sources = readdirSync(src, { recursive: true }).map((path) => path.replaceAll('\\', '/'));

const output = { format: 'cjs', minify: true, entryFileNames: '[name].cjs', dynamicImportInCjs: false };

// Node loads this file, and this file the others.
await build({
  input: 'src/start/start.ts',
  platform: 'node',
  output: { ...output, dir: 'dist', cleanDir: true },
});

// CommonJS starts faster than ES modules; dynamic imports become chunks, loaded only when needed.
await build({
  input: 'src/main.ts',
  platform: 'node',
  // code shared with chunks stays in the entry: fewer files to open at start-up
  preserveEntrySignatures: 'allow-extension',
  plugins: [withoutUnused(), scripts(), licenses()],
  resolve: { alias: { '@modelcontextprotocol/server/_shims': join(src, 'server/mcp/no-forms.ts') } },
  output: {
    ...output,
    dir: 'dist',
    chunkFileNames: '[name].cjs',
    // each file costs a third of a millisecond: what almost every command needs lies in one chunk
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: 'core',
          test: inSrc(
            'errors',
            'hint',
            'config/(errors-form|file|places)',
            'disk/patience',
            'secrets',
            'sheets/room',
            'words',
            'commands/convert/formats',
            'output/(endings|formats|sink)',
            'periods/take',
            'calendar/(day|easter|forms|months|named|period|publishing|written)',
            'rates/(code|units)',
            'rates/decimal',
            'run/host',
            'sources/http/loopback',
            'sources/(answer|refusal|source|table|usage)',
            'sources/oxr/service',
            'sources/ecb/(bank|calendar)',
            'sources/nbp/(bank|calendar)',
            ...sources.filter((path) => /^sources\/[^/]+\/source\.ts$/.test(path)),
          ),
        },
        {
          name: 'days',
          test: inSrc(
            'store/',
            'disk/(?!input-file|patience)',
            'calendar/runs',
            'checks/odd',
            'output/(collecting|format.ts|grid|rate-texts)',
            'periods/figures',
            'config/(settings|unknown-variables)',
            'rates/(computed|json|day-rates|left-out|listed-rates|running)',
            'sources/ledger',
            'sources/oxr/known-plans',
            'fetch/(holdings|in-order|keeper|library|news|newest|plan|publication)',
            'report/(?!as-data|instead|progress|reporter)',
            'run/(auto|consent|figures|format-checks|holdings|keeping|library|newest|odd-watch|origin|output|print|run|sources|stores)',
            'commands/rates/(document|rates|view|which-format|write-rates)',
          ),
        },
        { name: 'fetch', test: fetching() },
      ],
    },
  },
});

/** What a run needs that asks the service. */
function fetching() {
  const own = inSrc(
    'sources/http/(?!loopback)',
    'sources/oxr/(?!known-plans|service|source)',
    'fetch/(fetching|recover|unit-days)',
  );
  return (id) => own(id) || isOf('undici', id) || id.endsWith('node:http2');
}

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

/**
 * Each file is the text that V8 compiles, in ASCII: to put it together at start-up, or to take two bytes for each of
 * its characters since one is above Latin-1, takes time and fills V8's young generation.
 */
function scripts() {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const inAscii = (code) =>
    code.replace(/(\\[\0-\x7f])|\\?([^\0-\x7f])/g, (_, pair, character) => pair ?? escaped(character));
  return {
    name: 'scripts',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        chunk.code &&= `(function(exports,require,module,__dirname){${inAscii(chunk.code)}\n})`;
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
