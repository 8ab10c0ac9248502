import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { files, found as foundIn, given } from './found.ts';

const { folder, write } = files();

/** `name: date`, or why it is not taken; names are those within the folder. */
const found = (...paths: readonly string[]) => foundIn(paths, `${folder}/`);

test('a day file is read as JSON, or as nothing', async () => {
  const paths = [write('2024-01-01.json', '{"base":"USD"}'), write('2024-01-02.json', '{"base":')];
  expect(await given(paths)).toMatchObject([{ body: { base: 'USD' } }, { body: undefined }]);
});

test('of a folder, what begins with a dot is passed over without a word, and no folder in one of years is read', async () => {
  const given = join(folder, 'given');
  mkdirSync(join(given, 'year=2024', 'year=2025'), { recursive: true });
  write('given/.2024-01-01.json');
  expect(await found(given)).toEqual(['given/year=2024/year=2025 is a folder inside a folder']);
});

test.each(['{', 'PAR1'])('a file that is read as a whole has 64,000,000 bytes at most: %s', async (beginning) => {
  const path = write('days', beginning);
  truncateSync(path, 64_000_001);
  expect(await found(path)).toEqual(['days is over 64 MB']);
});

test('a device is not read', async () => expect(await found('/dev/zero')).toEqual(['/dev/zero is not a file']));
