import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

// CommonJS starts faster than ES modules; dynamic imports become chunks, loaded only when needed.
await build({
  input: 'src/main.ts',
  platform: 'node',
  // code shared with chunks stays in the entry: fewer files to open at start-up
  preserveEntrySignatures: 'allow-extension',
  plugins: [licenses()],
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // a file costs more to open than to read: what is needed together is one chunk, however many share its parts
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'base', test: inSource('errors', 'calendar/day', 'rates/decimal', 'disk/failure') },
        {
          name: 'days',
          test: inSource(
            'store/.*',
            'disk/.*',
            'report/(cost|dropped|kept|left-out|missing|period-days)',
            'rates/(day-rates|json|left-out|running)',
            'calendar/(likely|range|runs)',
            'config/(file|settings)',
            'client/(ledger|response)',
            'fetch/(day-writer|holdings|in-order|library|outcome|plan)',
            'run/(consent|days|format-choice|library|run|setup|view)',
          ),
        },
        { name: 'rates', test: inSource('run/(rates|write-rates|writer)', 'output/file-sink') },
      ],
    },
  },
});

/** The first group that has a module gets it. */
function inSource(...names) {
  return new RegExp(`[\\\\/]src[\\\\/](${names.join('|').replaceAll('/', '[\\\\/]')})\\.ts$`);
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
