import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { completionScript } from '../../completions/generate/script.ts';
import { manPage } from '../../man/page.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';
import { scripts, shells } from '../../src/commands/completion.ts';
import { manual } from '../../src/commands/help.ts';
import { runHere } from '../support/here.ts';
import { binary, finished, Machine, type Result, said } from '../support/ratebook.ts';
import { type Fault, startService } from '../support/service.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

const program = createProgram({} as App);
const page = manPage(program);

const made = (shell: (typeof shells)[number]) => completionScript(shell, program);
test.each([
  ...shells.map((shell) => [`completion ${shell}`, scripts[shell], made(shell)] as const),
  ['help --man', manual, page] as const,
])('%s prints %s, which `npm run build` has made anew', async (command, _path, made) => {
  const [machine, words] = [new Machine(), command.split(' ')];
  const run = command === 'help --man' ? machine.run(words) : runHere(machine, words);
  expect(await run).toEqual({ code: 0, stdout: made, stderr: '' });
});

test('what the package has lost is named', async () => {
  const machine = new Machine();
  for (const part of ['bin', 'dist'])
    cpSync(join(binary, '../..', part), join(machine.home, part), { recursive: true });
  const program = join(machine.home, 'bin/ratebook.cjs');
  const lost = join(realpathSync(machine.home), 'completions/_ratebook');
  expect(await machine.run(['completion', 'zsh'], { program })).toEqual({
    code: 1,
    stdout: '',
    stderr: `ratebook: cannot read ${lost}: no such file or directory\nhint: install ratebook again\n`,
  });
});

describe('ratebook help --man', () => {
  function withMan(script: string): Machine {
    const machine = new Machine();
    mkdirSync(join(machine.home, 'bin'));
    machine.write('bin/man', `#!/bin/sh\n${script}\n`);
    chmodSync(join(machine.home, 'bin/man'), 0o755);
    return new Machine({ PATH: `${join(machine.home, 'bin')}:${machine.env.PATH}` });
  }

  it.skipIf(!hasTerminal)('shows it on a terminal as man does', async () => {
    const machine = withMan('echo "shown by man $*"; head -n 1');
    const { code, screen } = await atTerminal(machine, ['help', '--man']);
    expect({ code, screen }).toEqual({ code: 0, screen: `shown by man -l -\n${page.split('\n')[0]}\n` });
  });

  it.skipIf(!hasTerminal)('prints it on a terminal where man cannot read stdin', async () => {
    const { code, screen } = await atTerminal(withMan('echo no >&2; exit 2'), ['help', '--man']);
    expect({ code, screen }).toEqual({ code: 0, screen: page });
  });
});

const dist = join(import.meta.dirname, '../../dist');
const preload = join(import.meta.dirname, '../support/loaded.cjs');
const machine = new Machine({ RATEBOOK_APP_ID: 'secret-key-of-a-test', RATEBOOK_BASE_URL: 'http://127.0.0.1:9/api' });

/** Words that stand in the code of a package, and in nothing else that is bundled. */
const marks = {
  undici: 'undici:client:sendHeaders',
  ora: 'bouncingBar',
  conf: 'projectSuffix',
  ajv: 'strictSchema',
  'd3-scale': 'invalid format: ',
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

test.each(packages)('%s lies in a chunk, and not in the one that is always loaded', (name) => {
  expect(holders(name).length).toBeGreaterThan(0);
  expect(holders(name)).not.toContain('main.cjs');
});

test.concurrent.each([
  ['--help', ''],
  ['series 1999 2025 --no-store -f csv', ''],
  ['completion bash', ''],
  ['series 1999 2025 --no-store -f chart -s EUR', ''],
  ['historical 2024-01-18 -s EUR -f csv', 'undici'],
  ['config set base EUR', 'conf, ajv'],
  ['historical 2024-01-20 --demo -s EUR -f csv', ''],
])('what is not used is not loaded: %s', async (line, used) => {
  const files = await filesLoaded(line.split(' '));
  expect(packages.filter((name) => holders(name).some((file) => files.includes(file))).join(', ')).toBe(used);
  expect(files.length).toBeLessThanOrEqual(20);
});

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

const root = join(binary, '../..');

/** A copy of the package, which can go while it runs, as in an update. */
function copyIn(folder: string) {
  for (const part of ['bin', 'dist']) cpSync(join(root, part), join(folder, part), { recursive: true });
  return { program: join(folder, 'bin/ratebook.cjs'), remove: () => rmSync(join(folder, 'dist'), { recursive: true }) };
}

async function replaced(line: string) {
  const { program, remove } = copyIn(new Machine().home);
  let isGone = false;
  const answering: Fault = (_request, _response, pass) => {
    if (!isGone) remove();
    isGone = true;
    pass();
  };
  const service = await startService(answering, undefined, answering);
  const machine = Machine.for(service.url);
  machine.write('bank.csv', 'Day,Sum,Code\n2024-01-17,250,GBP\n');
  const child = machine.start(line.split(' '), { program });
  child.stdin.end();
  const result: Result = await finished(child);
  expect(isGone).toBe(true);
  return { machine, ...result };
}

const days = 'series 2024-01-16 2024-01-18 -s EUR,GBP -q';

describe.concurrent('a run whose package is replaced when its first request arrives ends as ever', () => {
  test.each([`${days} -f chart`, 'annotate bank.csv --date Day --amount Sum --from Code --to EUR -q'])(
    '%s',
    async (line) => {
      const { code, stdout, stderr } = await replaced(line);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).not.toBe('');
    },
  );

  test('an archive, with its files', async () => {
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const { machine, code, stderr } = await replaced(`archive --since ${since} --to to -f parquet -q`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(join(machine.home, 'to'))).not.toEqual([]);
  });
});

test('a server answers days on, whose package is replaced while it runs', async () => {
  const { program, remove } = copyIn(new Machine().home);
  const { url } = await startService();
  const child = Machine.for(url).start(['serve', '--port', '0', '-q'], { program });
  const [address] = await once(child.stdout, 'data');
  remove();
  const { status } = await fetch(`${`${address}`.trim()}/historical/2024-01-17.json?app_id=me`);
  expect(status).toBe(200);
  const end = finished(child);
  child.kill('SIGINT');
  expect(await end).toMatchObject({ code: 0, stderr: '' });
});

test('where another version has come before anything is requested, nothing is', async () => {
  const { program } = copyIn(new Machine().home);
  const line = 'annotate - --date Day --amount Sum --from Code --to EUR --demo';
  const child = new Machine().start(line.split(' '), { program });
  const end = finished(child);
  await said(child, 'stderr', 'made up');
  appendFileSync(join(program, '../../dist/main.cjs'), '//');
  child.stdin.end('Day,Sum,Code\n2024-01-17,250,GBP\n');
  const why = /\nratebook: ratebook was replaced by another version while it ran\nhint: run the command again\n$/;
  expect(await end).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(why) });
});
