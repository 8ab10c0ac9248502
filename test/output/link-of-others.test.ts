import fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../src/output/file.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { orRootAlone, stranger } from '../support/other-user.ts';

const { signal } = new AbortController();
const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

test.skipIf(process.getuid?.() !== 0)(`a link of another user is not followed${orRootAlone}`, async () => {
  await fs.writeFile(at('mine'), 'mine');
  for (const to of ['mine', 'none']) {
    await fs.symlink(to, at(`to-${to}`));
    await fs.lchown(at(`to-${to}`), stranger.uid, stranger.gid);
    const message = `cannot write ${at(`to-${to}`)}: it is a link of another user`;
    await expect(openFile(at(`to-${to}`), signal)).rejects.toMatchObject({ code: 'cannot_write', message });
  }
  expect(await fs.readFile(at('mine'), 'utf8')).toBe('mine');
  expect((await fs.readdir(folder)).sort()).toEqual(['mine', 'to-mine', 'to-none']);
});
