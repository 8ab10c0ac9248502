import { spawnSync } from 'node:child_process';
import { cpSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './store/temporary-folder.ts';

const root = join(import.meta.dirname, '..');

test.each(['calendar/runs', 'sources/ledger'])(
  'the bundle is not made where a chunk names a file that is gone: %s',
  (name) => {
    const folder = temporaryFolder();
    for (const part of ['src', 'bundle.mjs']) cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    renameSync(join(folder, `src/${name}.ts`), join(folder, 'src/renamed.ts'));
    const { status, stderr } = spawnSync('node', ['bundle.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain(`Error: a chunk names src/${name}, which is no file\n`);
    expect(status).toBe(1);
  },
);
