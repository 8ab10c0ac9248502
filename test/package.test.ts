import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { scripts } from '../src/commands/completion.ts';
import { helpAsData, manual, skill } from '../src/commands/help.ts';
import { temporaryFolder } from './store/temporary-folder.ts';
import { foldersIn } from './support/ratebook.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const [, list = ''] = /The runtime packages \(([^)]*)\)/.exec(read('CONTRIBUTING.md')) ?? [];
const bundled = list.split(/,\s+/);

describe('the package as it is published', () => {
  const folder = temporaryFolder();
  // A user whose configuration of npm is not the one of this machine, which could bring warnings of its own.
  const env = { PATH: process.env.PATH, ...foldersIn(folder) };
  let packed: { filename: string; files: { path: string }[] };

  beforeAll(() => {
    // Without scripts: the bundle that the other tests run is not to be made anew under them.
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const report = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
    // a list until npm 11, since then by name
    [packed] = Object.values(report) as [typeof packed];
  });

  test('holds what is run and read, and nothing else', () => {
    const paths = new Set(packed.files.map(({ path }) => path.replace(/^(bin|dist|docs)\/.*/, '$1/')));
    const made = [...Object.values(scripts), manual, helpAsData, skill];
    expect([...paths].sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/', 'dist/', 'docs/', 'package.json', ...made].sort(),
    );
  });

  test('installs without another package and without a warning, and runs', () => {
    const target = ['--global', '--offline', '--prefix', folder, join(folder, packed.filename)];
    const { status, stdout, stderr } = spawnSync('npm', ['install', ...target], { env, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\nadded 1 package in .*\n$/),
      stderr: '',
    });
    const args = ['historical', '2024-01-17', '-s', 'EUR', '--quiet', '--demo'];
    expect(execFileSync(join(folder, 'bin/ratebook'), args, { env, encoding: 'utf8' })).toBe(
      'date,base,quote,rate\n2024-01-17,USD,EUR,0.955\n',
    );
    expect(execFileSync(join(folder, 'bin/ratebook'), ['completion', 'zsh'], { env, encoding: 'utf8' })).toBe(
      read(scripts.zsh),
    );
  });

  test('runs nothing when it is installed', () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(scripts[name]).toBeUndefined();
    expect(scripts.prepack).toBe('npm run bundle');
  });

  test('has exact versions of what is bundled', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const { packages } = JSON.parse(read('package-lock.json'));
    for (const name of bundled) expect(devDependencies[name]).toBe(packages[`node_modules/${name}`].version);
  });

  test('tells the licence of each package that is bundled, and CONTRIBUTING names them', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const { packages } = JSON.parse(read('package-lock.json'));
    const lines = new Set(read('dist/licenses.txt').split('\n'));
    const isTold = (name: string) => lines.has(`${name} ${packages[`node_modules/${name}`].version}`);
    expect(Object.keys(devDependencies).filter(isTold).sort()).toEqual(bundled);
  });
});

test('the lockfile names no place to download from', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
  expect(Object.entries(packages).filter(([, entry]) => 'resolved' in entry)).toEqual([]);
});
