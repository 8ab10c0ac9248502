import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { randomFrom } from '../random.ts';
import { type Change, Disk } from './disk.ts';

const at = temporaryFolder();
writeFileSync(join(at, 'old'), 'old');

/** A new file, as the program writes one, with its content flushed or not. */
const written = (name: string, isFlushed: boolean): Change[] => [
  ['open', 5, join(at, name), 'wx'],
  ['write', 5, Buffer.from('new').toString('base64')],
  ...(isFlushed ? ([['flush', 1, 5] as Change, ['flushed', 1]] satisfies Change[]) : []),
];
const flushAt: Change[] = [
  ['open', 7, at, 'r'],
  ['flush', 2, 7],
  ['flushed', 2],
  ['close', 7],
];
const safe = [...written('a', true), ...flushAt];

/** After these changes many power cuts leave the disk in these states, each of which is `path=content` for each file. */
test.each<[what: string, changes: Change[], states: string[]]>([
  ['a file whose content alone was flushed is there or not', written('a', true), ['old=old', 'old=old a=new']],
  [
    'a file whose name alone was flushed may have lost its content, in part or wholly',
    [...written('a', false), ...flushAt],
    ['', 'n', 'ne', 'new', '\0\0\0'].map((text) => `old=old a=${text}`),
  ],
  ['of a file of which both were flushed nothing is lost', safe, ['old=old a=new']],
  [
    'a rename comes to the disk as one, over the old file or not at all',
    [...safe, ['rename', join(at, 'a'), join(at, 'old')]],
    ['old=new', 'old=old a=new'],
  ],
  ['a removed file may come back', [['remove', join(at, 'old')]], ['', 'old=old']],
  ['until its folder is flushed', [['remove', join(at, 'old')], ...flushAt], ['']],
  [
    'a new folder takes with it what is in it',
    [['mkdir', join(at, 'folder')], ...written('folder/a', true)],
    ['old=old', 'old=old folder/=', 'old=old folder/= folder/a=new'],
  ],
])('%s', (_what, changes, states) => {
  const disk = new Disk(at);
  for (const change of changes) disk.change(change);
  const random = randomFrom(1);
  const left = Array.from({ length: 300 }, () => [...disk.cut(random)].map((file) => file.join('=')).join(' '));
  expect(new Set(left)).toEqual(new Set(states));
});
