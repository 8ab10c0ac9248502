import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scene } from '../support/scene.ts';

const day = '2024-01-17';
const series = 'series 2024-01-16 2024-01-18';

async function holding() {
  const given = await scene();
  const whole = await given.run(series);
  const { held } = given;
  const aside = (kind: 'damaged' | 'older') =>
    held.aside(kind).map((name) => readFileSync(join(held.places[kind], name), 'utf8'));
  return { ...given, whole, text: held.read(day), aside };
}

function largeFile(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 600_000_000);
}

describe('a held file that is damaged', () => {
  test.each<[string, (path: string, text: string) => void]>([
    ['cut off', (path, text) => writeFileSync(path, text.slice(0, text.length / 2))],
    ['empty', (path) => writeFileSync(path, '')],
    ['of another base', (path, text) => writeFileSync(path, text.replace('"USD"', '"EUR"'))],
    ['binary', (path) => writeFileSync(path, Buffer.alloc(5000, 0xfe))],
    ['without rates', (path) => writeFileSync(path, '{"timestamp":1705535999}')],
    ['a folder', (path) => mkdirSync(join(path, 'in', 'it'), { recursive: true })],
    ['a file of 600 MB', largeFile],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ['a link to nothing', (path) => symlinkSync('/nowhere', path)],
  ])('(%s) is set aside, named, and asked for again at a cost said before', async (_name, put) => {
    const { run, held, service, whole, text } = await holding();
    const path = held.pathOf(day);
    rmSync(path);
    put(path, text);
    const found = lstatSync(path);
    const damaged = found.isFile() && found.size < 10_000 ? readFileSync(path) : undefined;
    const { code, stdout, stderr } = await run(series);
    const [name = '', ...others] = held.aside('damaged');
    const moved = join(held.places.damaged, name);
    expect(others).toEqual([]);
    expect(stderr).toBe(
      `ratebook: the stored file of ${day} is damaged and was moved to ${moved}; the day counts as missing\n` +
        '3 days: 2 held, 1 to fetch, cost 1 request\n',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: whole.stdout });
    expect(service.asked().slice(1)).toEqual([day]);
    if (damaged) expect(readFileSync(moved)).toEqual(damaged);
    expect(JSON.parse(held.read(day)).rates).toEqual(JSON.parse(text).rates);
  });

  test.each([
    ['store check -q', 0],
    ['store verify', 1],
    [`historical ${day} --offline -q`, 3],
  ])('of 600 MB is named by %s, and takes no memory', async (line, code) => {
    const { built, machine, held } = await holding();
    largeFile(held.pathOf(day));
    const env = { PEAK_MEMORY_FILE: join(machine.home, 'peak') };
    const preload = join(import.meta.dirname, '../support/peak-memory.cjs');
    const stderr = expect.stringContaining(`file of ${day} is damaged and was moved to`);
    expect(await built(line, { env, preload })).toMatchObject({ code, stderr });
    expect(held.aside('damaged')).toHaveLength(1);
    expect(Number(machine.read('peak'))).toBeLessThan(300_000);
  });

  test('offline, is named and a gap', async () => {
    const { run, held, service } = await holding();
    held.write(day, '');
    const words = /^ratebook: the stored file of 2024-01-17 is damaged.*\nratebook: 1 day not stored: 2024-01-17\n$/;
    expect(await run(`${series} --offline -q`)).toMatchObject({ code: 3, stderr: expect.stringMatching(words) });
    expect(service.requests).toHaveLength(1);
  });

  test('many times leaves each of its files aside', async () => {
    const { run, held, aside } = await holding();
    for (const text of ['one', 'two', 'three']) {
      held.write(day, text);
      await run(`historical ${day}`);
    }
    expect(aside('damaged').sort()).toEqual(['one', 'three', 'two']);
  });
});

describe('--refresh', () => {
  const cost = '3 days: 0 held, 3 to fetch, cost 3 requests\n';

  test('that brings the same rates leaves the files as they are', async () => {
    const { run, held, service, text, aside } = await holding();
    expect(await run(`${series} --refresh`)).toMatchObject({ code: 0, stderr: cost });
    expect([service.cost(), held.read(day), aside('older')]).toEqual([6, text, []]);
  });

  test('that brings other rates names the days, and keeps the older files', async () => {
    const { run, held, text, aside } = await holding();
    const other = text.replace(/"EUR": [\d.]+/, '"EUR": 0.5');
    for (const changed of ['2024-01-16', day]) held.write(changed, other);
    const told = `days that changed since they were stored: 2024-01-16 to ${day}\nthe earlier files are in ${held.places.older}\n`;
    expect(await run(`${series} --refresh`)).toMatchObject({ code: 0, stderr: `${cost}${told}` });
    expect(JSON.parse(held.read(day)).rates).toEqual(JSON.parse(text).rates);
    expect(aside('older')).toEqual([other, other]);
  });
});
