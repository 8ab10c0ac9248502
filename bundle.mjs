import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const src = join(import.meta.dirname, 'src');

// CommonJS starts faster than ES modules; dynamic imports become chunks, loaded only when needed.
const output = { dir: 'dist', format: 'cjs', minify: true, entryFileNames: '[name].cjs', dynamicImportInCjs: false };

await build({
  input: 'src/main.ts',
  platform: 'node',
  checks: { ineffectiveDynamicImport: false },
  plugins: [withoutUnused(), licenses()],
  resolve: { alias: { '@modelcontextprotocol/server/_shims': join(src, 'server/mcp/no-forms.ts') } },
  output: {
    ...output,
    cleanDir: true,
    chunkFileNames: '[name].cjs',
    // each file takes time to open: what several commands need lies in one
    codeSplitting: { groups: [{ name: 'common', minShareCount: 5 }] },
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
