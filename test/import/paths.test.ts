import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { daysIn } from '../../src/import/paths.ts';
import { files, found as foundIn, given, reading } from './found.ts';

let passedOver: string[];
let folder: string;
let write: ReturnType<typeof files>['write'];
beforeEach(() => {
  ({ folder, write } = files());
  passedOver = [];
});

const line = '{"date":"2024-01-09","body":{}}';

/** `name: date`, or why it is not taken; names are those within the folder. */
const found = (...paths: readonly string[]) =>
  foundIn(paths, `${folder}/`, { onPassedOver: (path) => passedOver.push(path) });

test('a path is a day file, a file of lines or a folder of both, in the order given', async () => {
  const day = write('2024-01-03.json');
  const lines = write('more.NDJSON', line);
  write('2024-01-01.json');
  expect(await found(lines, day, folder)).toEqual([
    'more.NDJSON:1: 2024-01-09',
    '2024-01-03.json: 2024-01-03',
    '2024-01-01.json: 2024-01-01',
    '2024-01-03.json: 2024-01-03',
    'more.NDJSON:1: 2024-01-09',
  ]);
});

test('a day file is read as JSON, or as nothing', async () => {
  const paths = [write('2024-01-01.json', '{"base":"USD"}'), write('2024-01-02.json', '{"base":')];
  expect(await given(paths)).toMatchObject([{ body: { base: 'USD' } }, { body: undefined }]);
});

test('what is none of these is passed over in a folder, and told where it is given by name', async () => {
  const notes = write('notes.txt');
  write('.2024-01-01.json');
  expect(await found(folder)).toEqual([]);
  expect(passedOver).toEqual([notes]);
  expect(await found(notes)).toEqual([
    'notes.txt is neither named by a day, as 2024-01-17.json is, nor JSON with rates and their days',
  ]);
});

test('in a folder, folders, links and names that are no day are told', async () => {
  mkdirSync(join(folder, 'sub'));
  symlinkSync(write('2024-01-01.json'), join(folder, '2024-01-02.json'));
  write('2024-02-30.json');
  expect(await found(folder)).toEqual([
    '2024-01-01.json: 2024-01-01',
    '2024-01-02.json is a link',
    '2024-02-30.json is neither named by a day, as 2024-01-17.json is, nor JSON with rates and their days',
    'sub is a folder inside a folder',
  ]);
});

test('a folder of years is read, and no folder in them', async () => {
  mkdirSync(join(folder, 'year=2024', 'year=2025'), { recursive: true });
  write('year=2024/2024-01-01.json');
  expect(await found(folder)).toEqual([
    'year=2024/2024-01-01.json: 2024-01-01',
    'year=2024/year=2025 is a folder inside a folder',
  ]);
});

test('a link that is given by name is followed', async () => {
  const link = join(folder, '2024-01-02.json');
  symlinkSync(write('2024-01-01.json'), link);
  expect(await found(link)).toEqual(['2024-01-02.json: 2024-01-02']);
});

test('a device is not read', async () => expect(await found('/dev/zero')).toEqual(['/dev/zero is not a file']));

test('a day file has 4,000,000 bytes at most', async () => {
  const sizes = [4_000_000, 4_000_001].map((size, at) => {
    const path = write(`2024-01-0${at + 1}.json`, '{}');
    truncateSync(path, size);
    return path;
  });
  expect(await found(...sizes)).toEqual(['2024-01-01.json: 2024-01-01', '2024-01-02.json is over 4 MB']);
  const packed = [4_000_000, 4_000_001].map((size, at) =>
    write(`2024-01-0${at + 1}.json.gz`, gzipSync(Buffer.alloc(size, ' '))),
  );
  expect(await found(...packed)).toEqual(['2024-01-01.json.gz: 2024-01-01', '2024-01-02.json.gz is over 4 MB']);
  const cut = write('2024-01-03.json.gz', gzipSync('{}').subarray(0, -4));
  expect(await found(cut)).toEqual(['2024-01-03.json.gz cannot be read: unexpected end of file']);
});

const beginnings = ['{', 'PAR1'];
test.each(beginnings)(
  'a file that begins with %s and is read as a whole has 64,000,000 bytes at most',
  async (data) => {
    const path = write('days', data);
    truncateSync(path, 64_000_001);
    expect(await found(path)).toEqual(['days is over 64 MB']);
  },
);

test('a path that does not exist ends it before anything is read', async () => {
  const days = daysIn([write('2024-01-01.json'), join(folder, 'missing')], reading());
  await expect(days.next()).rejects.toThrow(`cannot read ${join(folder, 'missing')}: no such file or directory`);
});

test.skipIf(process.getuid?.() === 0)('a file that must not be read is told, and the next is read', async () => {
  const closed = write('2024-01-01.json');
  chmodSync(closed, 0);
  expect(await found(closed, write('2024-01-02.json'))).toEqual([
    '2024-01-01.json cannot be read: permission denied',
    '2024-01-02.json: 2024-01-02',
  ]);
});
