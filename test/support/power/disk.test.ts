import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { randomFrom } from '../random.ts';
import { type Change, Disk } from './disk.ts';

const at = temporaryFolder();
writeFileSync(join(at, 'old'), 'old');

const flushed: Change[] = [
  ['flush', 1, 5],
  ['flushed', 1],
];

/** A new file, as the program writes one, with its content flushed or not. */
const written = (name: string, isFlushed: boolean): Change[] => [
  ['open', 5, join(at, name), 'wx'],
  ['write', 5, Buffer.from('new').toString('base64')],
  ...(isFlushed ? flushed : []),
];
const flushAt: Change[] = [
  ['open', 7, at, 'r'],
  ['flush', 2, 7],
  ['flushed', 2],
  ['close', 7],
];
const safe = [...written('a', true), ...flushAt];
const remove: Change = ['remove', join(at, 'old')];
const torn = ['', 'n', 'ne', 'new', '\0\0\0'].map((text) => `old=old a=${text}`);
const inFolder: Change[] = [['mkdir', join(at, 'folder')], ...written('folder/a', true)];

/** After these changes many power cuts leave the disk in these states, each of which is `path=content` for each file. */
test.each<[what: string, changes: Change[], states: string[]]>([
  ['whose content alone was flushed is there or not', written('a', true), ['old=old', 'old=old a=new']],
  ['whose name alone was flushed may have lost its content, in part', [...written('a', false), ...flushAt], torn],
  ['of which both were flushed has lost nothing', safe, ['old=old a=new']],
  ['takes another name as one', [...safe, ['rename', join(at, 'a'), join(at, 'old')]], ['old=new', 'old=old a=new']],
  ['that was removed may come back', [remove], ['', 'old=old']],
  ['that was removed is gone once its folder is flushed', [remove, ...flushAt], ['']],
  ['goes with its folder', inFolder, ['old=old', 'old=old folder/=', 'old=old folder/= folder/a=new']],
])('a file %s', (_what, changes, states) => {
  const disk = new Disk(at);
  for (const change of changes) disk.change(change);
  const random = randomFrom(1);
  const left = Array.from({ length: 300 }, () => [...disk.cut(random)].map((file) => file.join('=')).join(' '));
  expect(new Set(left)).toEqual(new Set(states));
});
