import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { grouped } from '../../src/words.ts';
import { HeldFiles } from '../support/held-files.ts';
import { finished, type Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { TestService } from '../support/service.ts';

const body = (rates: Record<string, number> = { EUR: 0.955, USD: 1 }) => JSON.stringify({ base: 'USD', rates });
const line = (date: string, text = body()) => `{"date":"${date}","body":${text}}\n`;
const summary = (imported: number, same = 0, differ = 0, refused = 0) =>
  `${grouped(imported)} ${imported === 1 ? 'day' : 'days'} imported, ${grouped(same)} stored already, ${differ} stored with other rates, ${refused} refused\n`;

let service: TestService;
let machine: Machine;
let files: HeldFiles;
let folder: string;
beforeEach(async () => {
  ({ service, machine } = await scene());
  files = new HeldFiles(machine, service.url);
  folder = join(machine.home, 'given');
  mkdirSync(folder);
});

const write = (name: string, data: string | Uint8Array) => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};
const run = (...words: string[]) => machine.run(['store', 'import', ...words]);

test('a dry run moves nothing', async () => {
  const given = write('days.ndjson', line('2024-01-01'));
  const stderr = '1 day to import, 0 stored already, 0 stored with other rates, 0 refused\n';
  const places = ['share', 'state'].map((name) => join(machine.home, '.local', name));
  const there = () =>
    places.flatMap((place) =>
      existsSync(place)
        ? readdirSync(place, { recursive: true, withFileTypes: true }).map((entry) => {
            const path = join(entry.parentPath, entry.name);
            const { mtimeMs, ctimeMs, size } = statSync(path);
            return { path, mtimeMs, ctimeMs, size };
          })
        : [],
    );
  expect(await run(given, '--dry-run')).toEqual({ code: 0, stdout: '', stderr });
  expect(there()).toEqual([]);

  // a damaged file, an answer of a process that was killed, and one that is unfinished
  files.write('2024-01-01', 'damaged');
  const { arrived, days } = files.places;
  for (const folder of [arrived, join(days, '.unfinished')]) mkdirSync(folder, { recursive: true });
  const left = join(arrived, `2024-01-02.${Date.now() - 100_000}.1.0123456789ab`);
  writeFileSync(left, body());
  const unfinished = join(days, '.unfinished', '.ratebook-0123456789ab.1.1.0.tmp');
  writeFileSync(unfinished, '');
  utimesSync(unfinished, 0, 0);
  const before = there();
  expect(await run(given, '--dry-run')).toEqual({ code: 0, stdout: '', stderr });
  expect(there()).toEqual(before);
  expect((await run(given)).stderr).toContain(summary(1));
  expect(files.days()).toEqual(['2024-01-01', '2024-01-02']);
});
test.each(['SIGINT', 'SIGTERM'] as const)('%s is heard amid sixteen gigabytes of blank lines', async (signal) => {
  const blank = gzipSync(Buffer.alloc(64_000_000, '\n'), { level: 1 });
  const given = write('blank.ndjson.gz', Buffer.concat([gzipSync('begun\n'), ...Array<Buffer>(256).fill(blank)]));
  const child = machine.start(['store', 'import', given]);
  const ended = finished(child);
  await said(child, 'stderr', `${given}:1 is neither`);
  child.kill(signal);
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({
    code: 130,
    stderr: `ratebook: ${given}:1 is neither {"date":…,"body":…} nor {"date":…,"base":…,"quote":…,"rate":…}\nratebook: interrupted\n`,
  });
});
