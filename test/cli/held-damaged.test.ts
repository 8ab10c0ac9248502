import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';

const day = '2024-01-17';
const peakMemory = join(import.meta.dirname, '../support/peak-memory.cjs');

async function holding() {
  const { service, machine } = await scene();
  const whole = await runHere(machine, ['series', '2024-01-16', '2024-01-18']);
  const files = new HeldFiles(machine, service.url);
  const held = files.read(day);
  return { service, machine, files, whole, held };
}
function largeFile(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 600_000_000);
}

type Holding = Awaited<ReturnType<typeof holding>>;

const damages: readonly [string, (holding: Holding) => void][] = [
  ['cut off', ({ files, held }) => files.write(day, held.slice(0, held.length / 2))],
  ['empty', ({ files }) => files.write(day, '')],
  ['of another base', ({ files, held }) => files.write(day, held.replace('"USD"', '"EUR"'))],
  ['binary', ({ files }) => files.write(day, Buffer.alloc(5000, 0xfe))],
  ['without rates', ({ files }) => files.write(day, '{"timestamp":1705535999}')],
];

describe('a held file that is damaged', () => {
  test.each(damages)('%s, is set aside, named, and asked for again at a cost said before', async (_name, damage) => {
    const { machine, files, service, whole, held } = await (async () => {
      const scene = await holding();
      damage(scene);
      return scene;
    })();
    const damaged = readFileSync(files.pathOf(day));
    const { code, stdout, stderr } = await runHere(machine, ['series', '2024-01-16', '2024-01-18']);
    const [aside = ''] = files.aside('damaged');
    const path = join(files.places.damaged, aside);
    expect(stderr).toBe(
      [
        `ratebook: the stored file of ${day} is damaged and was moved to ${path}; the day counts as missing`,
        '3 days: 2 held, 1 to fetch, cost 1 request',
        '',
      ].join('\n'),
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: whole.stdout });
    expect(service.asked().slice(1)).toEqual([day]);
    expect(readFileSync(path)).toEqual(damaged);
    expect(JSON.parse(files.read(day)).rates).toEqual(JSON.parse(held).rates);
  });

  test.each<[string, (path: string) => void]>([
    ['a folder', (path) => mkdirSync(join(path, 'in', 'it'), { recursive: true })],
    ['a file of 600 MB', largeFile],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ['a link to nothing', (path) => symlinkSync('/nowhere', path)],
  ])('is set aside also where it is %s', async (_name, put) => {
    const { machine, files, whole } = await holding();
    files.remove(day);
    put(files.pathOf(day));
    const { code, stdout, stderr } = await runHere(machine, ['series', '2024-01-16', '2024-01-18']);
    expect(stderr).toContain('2 held, 1 to fetch');
    expect({ code, stdout }).toEqual({ code: 0, stdout: whole.stdout });
    expect(files.aside('damaged')).toHaveLength(1);
  });

  test.each([
    [['store', 'check', '-q'], 0],
    [['store', 'verify'], 1],
    [['historical', day, '--offline', '-q'], 3],
  ] as const)('of 600 MB is named by %s, and takes no memory', async (args, expected) => {
    const { machine, files } = await holding();
    largeFile(files.pathOf(day));
    const env = { PEAK_MEMORY_FILE: join(machine.home, 'peak') };
    const { code, stderr } = await machine.run(args, { env, preload: peakMemory });
    expect({ code, stderr }).toEqual({
      code: expected,
      stderr: expect.stringContaining(`file of ${day} is damaged and was moved to`),
    });
    expect(files.aside('damaged')).toHaveLength(1);
    expect(Number(machine.read('peak'))).toBeLessThan(300_000);
  });

  test('offline, is named and a gap', async () => {
    const { machine, files, service } = await holding();
    files.write(day, '');
    const { code, stderr } = await runHere(machine, ['series', '2024-01-16', '2024-01-18', '--offline', '-q']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^ratebook: the stored file of 2024-01-17 is damaged.*\nratebook: 1 day not stored: 2024-01-17\n$/,
    );
    expect(service.requests).toHaveLength(1);
  });

  test('many times leaves each of its files aside', async () => {
    const { machine, files } = await holding();
    for (const text of ['one', 'two', 'three']) {
      files.write(day, text);
      await runHere(machine, ['historical', day]);
    }
    const texts = files.aside('damaged').map((name) => readFileSync(join(files.places.damaged, name), 'utf8'));
    expect(texts.sort()).toEqual(['one', 'three', 'two']);
  });
});

describe('--refresh', () => {
  test('that brings the same rates leaves the files as they are', async () => {
    const { machine, files, service, held } = await holding();
    const { code, stderr } = await runHere(machine, ['series', '2024-01-16', '2024-01-18', '--refresh']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '3 days: 0 held, 3 to fetch, cost 3 requests\n' });
    expect(service.cost()).toBe(6);
    expect(files.read(day)).toBe(held);
    expect(files.aside('older')).toEqual([]);
  });

  test('that brings other rates names the days, and keeps the older files', async () => {
    const { machine, files, held } = await holding();
    const other = held.replace(/"EUR": [\d.]+/, '"EUR": 0.5');
    for (const day of ['2024-01-16', '2024-01-17']) files.write(day, other);
    const { code, stderr } = await runHere(machine, ['series', '2024-01-16', '2024-01-18', '--refresh']);
    expect(code).toBe(0);
    expect(stderr).toBe(
      [
        '3 days: 0 held, 3 to fetch, cost 3 requests',
        'days that changed since they were stored: 2024-01-16 to 2024-01-17',
        `the earlier files are in ${files.places.older}`,
        '',
      ].join('\n'),
    );
    expect(JSON.parse(files.read(day)).rates).toEqual(JSON.parse(held).rates);
    const older = files.aside('older').map((name) => readFileSync(join(files.places.older, name), 'utf8'));
    expect(older).toEqual([other, other]);
  });
});
