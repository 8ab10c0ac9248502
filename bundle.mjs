import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const sources = readdirSync('src', { recursive: true }).map((path) => path.replaceAll('\\', '/'));

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
  plugins: [withoutUnused(), licenses()],
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
            'words',
            'commands/door',
            'commands/convert/formats',
            'output/records/records',
            'output/sink',
            'periods/(figures|period)',
            'calendar/(day|likely)',
            'disk/failure',
            'rates/code',
            'rates/decimal',
            'sources/oxr/pivot',
          ),
        },
        {
          name: 'days',
          test: inSrc(
            'store/(?!refusals)',
            'disk/(?!input-file)',
            'calendar/(range|runs)',
            'checks/odd',
            'config/(file|settings)',
            'rates/(json|day-rates|left-out|running)',
            'sources/(ledger|outcome|refused|usage)',
            'sources/oxr/(folder|retry|source)',
            'fetch/(holdings|in-order|keeper|library|plan)',
            'report/(cost|dropped|kept|left-out|missing|period-days)',
            'run/(consent|days|dry-run|format-choice|library|odd-watch|output|records|run|setup|sources|terms|view)',
            'commands/rates/(question|rates|write-rates)',
            'output/grid',
            'server/demo/version',
          ),
        },
        { name: 'tables', test: inSrc('output/table', 'output/records/(table|aligned)') },
        { name: 'completion', test: inSrc('cli/completion') },
        { name: 'fetch', test: fetching() },
      ],
    },
  },
});

/** What a run needs that asks the service. */
function fetching() {
  const own = inSrc(
    'sources/oxr/(?!folder|pivot|retry|source)',
    'fetch/(fetching|recover|unit-days)',
    'store/refusals',
  );
  return (id) => own.test(id) || /[\\/]node_modules[\\/]undici[\\/]|node:http2$/.test(id);
}

/** Modules whose paths begin with one of these. A name that no file has would leave its chunk silently. */
function inSrc(...paths) {
  for (const name of paths.flatMap(namesIn))
    if (!sources.some((path) => path.startsWith(name)))
      throw new Error(`a chunk names src/${name}, which is no file`);
  return new RegExp(`[\\\\/]src[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})`);
}

/** `a/b` and `a/c` for `a/(b|c)`, and for `a/(?!b|c)` */
function namesIn(path) {
  const [, folder, names] = /^(.*)\((?:\?!)?(.*)\)$/.exec(path) ?? ['', '', path];
  return names.split('|').map((name) => folder + name);
}

/**
 * What libraries load at start-up and ratebook never uses: Commander's child processes, chalk's look at the terminal,
 * HTTP/2 of undici.
 */
function withoutUnused() {
  const nothing = '\0nothing:';
  const isUnused = (id, importer = '') =>
    id === '#supports-color' ||
    (id === 'node:child_process' && /[\\/]commander[\\/]/.test(importer)) ||
    (id === 'node:http2' && /[\\/]undici[\\/]/.test(importer));
  return {
    name: 'without-unused',
    resolveId: (id, importer) => (isUnused(id, importer) ? nothing + id : null),
    load: (id) => (id.startsWith(nothing) ? 'module.exports = { constants: {} };' : null),
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
