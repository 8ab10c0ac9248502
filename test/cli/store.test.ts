import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { finished, Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { StoredFiles } from '../support/stored-files.ts';

describe.concurrent('store', () => {
  test.each([
    ['info', / 30 days, 2024-01-01 /],
    ['verify', /^30 days read, none damaged$/m],
  ])('%s does not count a file that vanishes once it is listed', async (command, said) => {
    const { service, machine, run } = await scene();
    await run('series 2024-01 -q');
    const stored = new StoredFiles(machine, service.url);
    const { code, stdout, stderr } = await machine.run(['store', command], {
      preload: join(import.meta.dirname, '../support/vanishing.cjs'),
      env: { VANISHES: stored.pathOf('2024-01-05') },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(said);
  });

  test.skipIf(process.getuid?.() === 0)('info and verify name each file that may not be read', async () => {
    const { service, machine, run } = await scene();
    await run('series 2024-01 -q');
    const stored = new StoredFiles(machine, service.url);
    for (const day of ['2024-01-03', '2024-01-05']) chmodSync(stored.pathOf(day), 0);
    const info = await machine.run(['store', 'info']);
    expect(info.stderr).toContain('cannot be read: 2024-01-03, 2024-01-05\n');
    const { code, stderr } = await machine.run(['store', 'verify']);
    expect(code).toBe(1);
    for (const day of ['2024-01-03', '2024-01-05'])
      expect(stderr).toContain(`ratebook: ${stored.pathOf(day)} cannot be read: permission denied\n`);
    expect(stderr).toContain('ratebook: 2 of 31 stored days damaged or unreadable\n');
  });
});

const body = '{"base":"USD","rates":{"EUR":0.955,"USD":1}}';

test('a dry run moves nothing', async () => {
  const { machine, stored, built } = await scene();
  machine.write('days.ndjson', `{"date":"2024-01-01","body":${body}}\n`);
  const there = async () => (await machine.shell("find .local -printf '%p %T@ %C@ %s\\n' | sort")).stdout;
  const stderr = '1 day to import, 0 stored already, 0 stored with other rates, 0 refused\n';
  const dryRun = () => built('store import days.ndjson --dry-run');
  expect([await dryRun(), await there()]).toEqual([{ code: 0, stdout: '', stderr }, '']);

  // a damaged file, an answer of a process that was killed, and one that is unfinished
  stored.write('2024-01-01', 'damaged');
  const { journal, days } = stored.places;
  for (const folder of [journal, join(days, '.unfinished')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(journal, `2024-01-02.${Date.now() - 100_000}.1.0123456789ab`), body);
  const unfinished = join(days, '.unfinished', '.ratebook-0123456789ab.1.1.0.tmp');
  writeFileSync(unfinished, '');
  utimesSync(unfinished, 0, 0);
  const before = await there();
  expect(await dryRun()).toEqual({ code: 0, stdout: '', stderr });
  expect(await there()).toBe(before);
  expect((await built('store import days.ndjson')).stderr).toContain('1 day imported, 0 stored already');
  expect(stored.days()).toEqual(['2024-01-01', '2024-01-02']);
});

test.each(['SIGTERM'] as const)('%s is heard amid sixteen gigabytes of blank lines', async (signal) => {
  const machine = new Machine();
  const blank = gzipSync(Buffer.alloc(16_000_000, '\n'), { level: 1 });
  machine.write('blank.ndjson.gz', Buffer.concat([gzipSync('begun\n'), ...Array<Buffer>(1024).fill(blank)]));
  const child = machine.start(['store', 'import', 'blank.ndjson.gz']);
  const ended = finished(child);
  await said(child, 'stderr', 'blank.ndjson.gz:1 is neither');
  child.kill(signal);
  const { code, stderr } = await ended;
  expect([code, stderr.split('\n').slice(1)]).toEqual([130, ['ratebook: interrupted', '']]);
});
