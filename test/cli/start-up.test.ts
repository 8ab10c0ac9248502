import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Machine } from '../support/ratebook.ts';

const dist = join(import.meta.dirname, '../../dist');
const preload = join(import.meta.dirname, '../support/loaded.cjs');
const machine = new Machine({ RATEBOOK_APP_ID: 'secret-key-of-a-test', RATEBOOK_BASE_URL: 'http://127.0.0.1:9/api' });

/** Words that stand in the code of a package, and in nothing else that is bundled. */
const marks = {
  undici: 'undici:client:sendHeaders',
  ora: 'bouncingBar',
  conf: 'projectSuffix',
  ajv: 'strictSchema',
  'csv-stringify': 'quoted_match',
  'd3-scale': 'invalid format: ',
  'the demonstration': 'made up, for demonstration only',
};
type Package = keyof typeof marks;
const packages = Object.keys(marks) as Package[];
const texts = readdirSync(dist).map((file) => [file, readFileSync(join(dist, file), 'utf8')] as const);
const holders = (name: Package) => texts.flatMap(([file, text]) => (text.includes(marks[name]) ? [file] : []));
let runs = 0;

async function filesLoaded(args: readonly string[]): Promise<string[]> {
  const list = `loaded-${++runs}.txt`;
  await machine.run(args, { preload, env: { LOADED_TO: join(machine.home, list) } });
  const files = machine.read(list).split('\n');
  expect(files).toContain('main.cjs');
  return files;
}

/** The packages of which a run has loaded something. */
async function loaded(args: readonly string[]): Promise<Package[]> {
  const files = await filesLoaded(args);
  return packages.filter((name) => holders(name).some((file) => files.includes(file)));
}

test.each(packages)('%s lies in a chunk, and not in the one that is always loaded', (name) => {
  expect(holders(name).length).toBeGreaterThan(0);
  expect(holders(name)).not.toContain('main.cjs');
});

test('a stored look-up loads few files, and no connection', async () => {
  const args = ['historical', '2024-01-20', '--demo', '-s', 'EUR', '-f', 'csv'];
  await machine.run(args);
  expect((await filesLoaded(args)).length).toBeLessThanOrEqual(20);
  expect(await loaded(args)).not.toContain('undici');
});

test.concurrent.each([
  ['--help', ''],
  ['series 1999 2025 --no-store -f csv', 'csv-stringify'],
  ['completion bash', ''],
  ['series 1999 2025 --no-store -f chart -s EUR', ''],
  ['historical 2024-01-18 -s EUR -f csv', 'undici, csv-stringify'],
  ['config set base EUR', 'conf, ajv'],
  ['historical 2024-01-18 --demo -s EUR -f csv', 'csv-stringify, the demonstration'],
])('what is not used is not loaded: %s', async (line, used) =>
  expect((await loaded(line.split(' '))).join(', ')).toBe(used),
);

test.each([
  ['20.18.0', 1],
  ['26.0.0', 0],
])('Node.js %s: %i', async (node, code) => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const machine = new Machine();
  const versions = `{ ...process.versions, node: '${node}' }`;
  machine.write('node.cjs', `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  const { stderr, ...ended } = await machine.run(['--version'], { preload: join(machine.home, 'node.cjs') });
  expect(ended.code).toBe(code);
  const needed = engines.node.slice('>='.length);
  expect(stderr).toBe(code === 0 ? '' : `ratebook: Node.js ${needed} or later is needed, not ${node}\n`);
});
