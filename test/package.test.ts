import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

describe('the package as it is published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-package-'));
  // Without scripts: the bundle that the other tests run is not to be made anew under them.
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--ignore-scripts', '--silent'], { cwd: root, encoding: 'utf8' });
  let packed: { filename: string; files: { path: string }[] };

  beforeAll(() => {
    [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', folder));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('holds what is run and read, and nothing else', () => {
    const paths = new Set(packed.files.map(({ path }) => path.replace(/\/.*/, '/')));
    expect([...paths].sort()).toEqual(
      ['LICENSE', 'README.md', 'bin/', 'completions/', 'dist/', 'package.json'].sort(),
    );
  });

  test('installs without another package, and runs', () => {
    npm('install', '--global', '--offline', '--prefix', folder, join(folder, packed.filename));
    const args = ['historical', '2024-01-17', '-s', 'EUR', '--quiet', '--demo'];
    const env = { PATH: process.env.PATH, HOME: folder };
    expect(execFileSync(join(folder, 'bin/ratebook'), args, { env, encoding: 'utf8' })).toBe(
      'date,base,quote,rate\n2024-01-17,USD,EUR,0.955\n',
    );
  });

  test('tells the licence of each package that is bundled', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const notices = read('dist/licenses.txt');
    for (const name of ['chalk', 'commander', 'conf', 'csv-stringify', 'ora', 'undici'])
      expect(notices).toContain(`${name} ${packages[`node_modules/${name}`].version}\n`);
  });
});

test('the lockfile names no place to download from', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
  expect(Object.entries(packages).filter(([, entry]) => 'resolved' in entry)).toEqual([]);
});
