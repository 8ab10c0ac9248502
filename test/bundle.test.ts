import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './store/temporary-folder.ts';

const root = join(import.meta.dirname, '..');

/** What is bundled, in a folder that need not exist. */
function copyIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const parts = ['src', 'bundle.mjs', 'package.json'];
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const bundled = (folder: string) => spawnSync('node', ['bundle.mjs'], { cwd: folder, encoding: 'utf8' });

test('the bundle is the same where folders above have the names of what is bundled', () => {
  const folder = copyIn(join(temporaryFolder(), 'src/store/commander/für später'));
  expect(bundled(folder)).toMatchObject({ status: 0, stderr: '' });
  expect(neededIn(folder)).toEqual(neededIn(root));
});

/** Files of the bundle, and what each requires: the order of that depends on the path. */
function neededIn(folder: string) {
  const dist = join(folder, 'dist');
  return readdirSync(dist).map((name) => {
    const text = readFileSync(join(dist, name), 'utf8');
    return { name, required: new Set(text.match(/(?<=require\(["'`]).*?(?=["'`]\))/g)) };
  });
}

test('the bill of materials has every package whose licence is shipped', () => {
  const inDist = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');
  const { components }: { components: { name: string; version: string; licenses: { license: { id: string } }[] }[] } =
    JSON.parse(inDist('bom.json'));
  const notices = inDist('licenses.txt').split(`\n${'-'.repeat(80)}\n\n`);
  expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(
    notices.map((notice) => notice.split('\n')[0]),
  );
  expect(components.flatMap(({ licenses }) => licenses.map(({ license }) => typeof license.id))).not.toContain(
    'undefined',
  );
});
