import { defineConfig } from 'rolldown';

// CommonJS starts faster than ES modules; what only some commands need becomes a chunk of its own.
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  },
});
