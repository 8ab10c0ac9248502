import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exit } from '../../src/errors.ts';
import { processMark } from '../../src/files.ts';
import { openFile } from '../../src/output/file.ts';
import { ReaderGone } from '../../src/output/output.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { orRootAlone, stranger } from '../support/other-user.ts';
import { onWindows } from '../support/refusing.ts';

const { signal } = new AbortController();
let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const textOf = (...names: string[]) => fs.readFile(at(...names), 'utf8');

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => fs.chmod(folder, 0o700));

async function save(path: string, ...pieces: string[]) {
  const sink = await openFile(path, signal);
  for (const piece of pieces) await sink.write(piece);
  await sink.close();
}

test('a new file appears whole, with the permissions that the umask leaves', async () => {
  await save(at('a.csv'), 'one\n', 'two\n');
  expect(await textOf('a.csv')).toBe('one\ntwo\n');
  expect((await fs.stat(at('a.csv'))).mode & 0o777).toBe(0o666 & ~process.umask());
  expect(await fs.readdir(folder)).toEqual(['a.csv']);
});

test('what killed runs have left in the folder goes at once, or after a day where they may run elsewhere; nothing else', async () => {
  const day = 86_400_000;
  const old = new Date(Date.now() - day - 100_000);
  const young = new Date(Date.now() - day + 100_000);
  const { pid } = spawnSync('true');
  const [, place] = processMark().split('.');
  const files: readonly [name: string, time: Date][] = [
    [`.ratebook-aaaaaaaaaaaa.${pid}.${place}.tmp`, young],
    [`.ratebook-aaaaaaaaaaaa.${pid}.0.tmp`, old],
    [`.ratebook-bbbbbbbbbbbb.${pid}.0.tmp`, young],
    [`.ratebook-bbbbbbbbbbbb.${process.pid}.${place}.tmp`, old],
    ['.ratebook-notes.tmp', old],
    ['ratebook-aaaaaaaaaaaa.tmp', old],
  ];
  for (const [name, time] of files) {
    await fs.writeFile(at(name), 'half');
    await fs.utimes(at(name), time, time);
  }
  await save(at('a.csv'), 'new');
  const others = files.slice(2).map(([name]) => name);
  expect((await fs.readdir(folder)).sort()).toEqual([...others, 'a.csv'].sort());
});

const modes = [0o600, 0o644, 0o4775];
test.each(modes)('the mode %o of an existing file is kept, and nobody reads more of it on the way', async (mode) => {
  await fs.writeFile(at('a.csv'), 'a longer old text');
  await fs.chmod(at('a.csv'), mode);
  const sink = await openFile(at('a.csv'), signal);
  await sink.write('new');
  for (const name of await fs.readdir(folder))
    if (name !== 'a.csv') expect((await fs.stat(at(name))).mode & 0o777).toBe(0o600);
  expect(await fs.readdir(folder)).toHaveLength(2);
  await sink.close();
  expect(await textOf('a.csv')).toBe('new');
  expect((await fs.stat(at('a.csv'))).mode & 0o7777).toBe(mode);
});

test('a symlink that leads nowhere yet gets its target, through links and linked folders', async () => {
  await fs.mkdir(at('real'));
  await fs.symlink('real', at('folder'));
  await fs.symlink('b.csv', at('real', 'a.csv'));
  await fs.symlink(join('..', 'c.csv'), at('real', 'b.csv'));
  await save(at('folder', 'a.csv'), 'new');
  expect(await textOf('c.csv')).toBe('new');
  expect((await fs.lstat(at('real', 'a.csv'))).isSymbolicLink()).toBe(true);
});

test.skipIf(process.getuid?.() !== 0)(`a link of another user is not followed${orRootAlone}`, async () => {
  await fs.writeFile(at('mine'), 'mine');
  for (const to of ['mine', 'none']) {
    await fs.symlink(to, at(`to-${to}`));
    await fs.lchown(at(`to-${to}`), stranger.uid, stranger.gid);
    const message = `cannot write ${at(`to-${to}`)}: it is a link of another user`;
    await expect(openFile(at(`to-${to}`), signal)).rejects.toMatchObject({ code: 'cannot_write', message });
  }
  expect(await textOf('mine')).toBe('mine');
  expect((await fs.readdir(folder)).sort()).toEqual(['mine', 'to-mine', 'to-none']);
});

const devices = [
  'NUL',
  'con.csv',
  'sub\\Com1.tar.gz',
  'a\\lpt9 .csv',
  'NUL:',
  'com².csv',
  'aux\\a.csv',
  'at 12:30.csv',
];
test.each(['sub\\', ...devices])('on Windows %s is no name of a file, elsewhere it is', async (name) => {
  const exitCode = name === 'sub\\' ? exit.failed : exit.usage;
  await save(at(name), '');
  onWindows();
  await expect(openFile(at(name), signal)).rejects.toMatchObject({ exitCode });
});

test('a folder or a file that may not be written is refused before anything is asked', async (context) => {
  await fs.writeFile(at('a.csv'), 'old', { mode: 0o400 });
  const mayAnyway = await fs.access(at('a.csv'), constants.W_OK).then(
    () => true,
    () => false,
  );
  context.skip(mayAnyway, 'nothing is forbidden to this user');
  await expect(openFile(at('a.csv'), signal)).rejects.toThrow(`cannot write ${at('a.csv')}: permission denied`);
  await fs.chmod(folder, 0o500);
  await expect(openFile(at('b.csv'), signal)).rejects.toThrow('permission denied');
});

test('an abandoned file stays as it was', async () => {
  await fs.writeFile(at('a.csv'), 'old');
  const output = await openFile(at('a.csv'), signal);
  await output.write('new');
  await output.abandon();
  expect([await textOf('a.csv'), await fs.readdir(folder)]).toEqual(['old', ['a.csv']]);
});

test('a reader that leaves a named pipe is told apart from a failure', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const reader = spawn('head', ['-c', '1', at('pipe')], { stdio: 'ignore' });
  const output = await openFile(at('pipe'), signal);
  await output.write('x');
  await once(reader, 'exit');
  const writeMuch = async () => {
    for (;;) await output.write('x'.repeat(100_000));
  };
  await expect(writeMuch()).rejects.toBeInstanceOf(ReaderGone);
  await output.abandon();
});

test('a named pipe is written through as soon as it has a reader, and stays a pipe', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const opening = openFile(at('pipe'), signal);
  const reader = spawn('cat', [at('pipe')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const read = text(reader.stdout);
  const sink = await opening;
  const much = 'x'.repeat(1_000_000);
  await sink.write(much);
  await sink.write('end');
  await sink.close();
  expect([await read, (await fs.stat(at('pipe'))).isFIFO()]).toEqual([`${much}end`, true]);
});

test('a stream that a shell has sent to a file goes on where it is', async () => {
  await fs.writeFile(at('log'), 'before\n');
  const handle = await fs.open(at('log'), 'r+');
  await save(`/proc/self/fd/${handle.fd}`, 'text\n');
  await handle.close();
  expect(await textOf('log')).toBe('before\ntext\n');
});
