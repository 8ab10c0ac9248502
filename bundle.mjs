import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const src = join(import.meta.dirname, 'src');

// CommonJS starts faster than ES modules, and ASCII is decoded faster. Only packages are imported dynamically: each is a
// chunk.
const output = {
  dir: 'dist',
  format: 'cjs',
  minify: true,
  charset: 'ascii',
  entryFileNames: '[name].cjs',
  dynamicImportInCjs: false,
};

await build({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [withoutUnused(), licenses()],
  resolve: { alias: { '@modelcontextprotocol/server/_shims': join(src, 'server/mcp/no-forms.ts') } },
  output: {
    ...output,
    cleanDir: true,
    chunkFileNames: '[name].cjs',
    // as Node makes one of each module; src/start/start.ts would have to copy the text
    postBanner: '(function (exports, require, module, __dirname) {',
    postFooter: '})',
  },
});

// The program in bin loads this file, and this file the others.
await build({ input: 'src/start/start.ts', platform: 'node', output });

/** Not by the name of the package alone, which may be that of a folder above. */
function isOf(name, id) {
  return id.replaceAll('\\', '/').includes(`/node_modules/${name}/`);
}

/**
 * What libraries load at start-up and ratebook never uses: Commander's child processes, chalk's look at the terminal,
 * of undici HTTP/2 and all that is more than a client (its cookies load Node's own undici, which with NODE_DEBUG prints
 * addresses with their key), and conf's own choice of a folder, which fails for a user without a home.
 */
function withoutUnused() {
  const nothing = '\0nothing:';
  const isUnused = (id, importer = '') =>
    id === '#supports-color' ||
    (id === 'node:child_process' && isOf('commander', importer)) ||
    (id === 'env-paths' && isOf('conf', importer)) ||
    (id === 'node:http2' && isOf('undici', importer)) ||
    (/^\.\/lib\/(cache|interceptor|mock|web)\//.test(id) && isOf('undici', importer));
  return {
    name: 'without-unused',
    resolveId: (id, importer) => (isUnused(id, importer) ? nothing + id : null),
    load: (id) => (id.startsWith(nothing) ? 'module.exports = { constants: {}, CacheStorage: class {} };' : null),
  };
}

/** The notices and the bill of materials (CycloneDX) of every package that is bundled. */
function licenses() {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
      const folders = modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
      const packages = [...new Set(folders)].sort().map((folder) => ({ folder, ...manifestIn(folder) }));
      const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
      emit('licenses.txt', packages.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`));
      emit('bom.json', `${JSON.stringify(billOf(packages), undefined, 2)}\n`);
    },
  };
}

function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function noticeOf({ folder, name, version }) {
  const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')}\n`;
}

/** Without a time or a serial number: the same packages give the same file. */
function billOf(packages) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf('application', manifestIn(import.meta.dirname)) },
    components: packages.map((manifest) => componentOf('library', manifest)),
  };
}

function componentOf(type, { name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type, 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: license } }] };
}
