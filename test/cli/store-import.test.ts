import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { finished, Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const body = '{"base":"USD","rates":{"EUR":0.955,"USD":1}}';

test('a dry run moves nothing', async () => {
  const { machine, held, built } = await scene();
  machine.write('days.ndjson', `{"date":"2024-01-01","body":${body}}\n`);
  const there = async () => (await machine.shell("find .local -printf '%p %T@ %C@ %s\\n' | sort")).stdout;
  const stderr = '1 day to import, 0 stored already, 0 stored with other rates, 0 refused\n';
  const dryRun = () => built('store import days.ndjson --dry-run');
  expect(await dryRun()).toEqual({ code: 0, stdout: '', stderr });
  expect(await there()).toBe('');

  // a damaged file, an answer of a process that was killed, and one that is unfinished
  held.write('2024-01-01', 'damaged');
  const { journal, days } = held.places;
  for (const folder of [journal, join(days, '.unfinished')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(journal, `2024-01-02.${Date.now() - 100_000}.1.0123456789ab`), body);
  const unfinished = join(days, '.unfinished', '.ratebook-0123456789ab.1.1.0.tmp');
  writeFileSync(unfinished, '');
  utimesSync(unfinished, 0, 0);
  const before = await there();
  expect(await dryRun()).toEqual({ code: 0, stdout: '', stderr });
  expect(await there()).toBe(before);
  expect((await built('store import days.ndjson')).stderr).toContain('1 day imported, 0 stored already');
  expect(held.days()).toEqual(['2024-01-01', '2024-01-02']);
});

test.each(['SIGTERM'] as const)('%s is heard amid sixteen gigabytes of blank lines', async (signal) => {
  const machine = new Machine();
  const blank = gzipSync(Buffer.alloc(64_000_000, '\n'), { level: 1 });
  machine.write('blank.ndjson.gz', Buffer.concat([gzipSync('begun\n'), ...Array<Buffer>(256).fill(blank)]));
  const child = machine.start(['store', 'import', 'blank.ndjson.gz']);
  const ended = finished(child);
  await said(child, 'stderr', 'blank.ndjson.gz:1 is neither');
  child.kill(signal);
  const { code, stderr } = await ended;
  expect([code, stderr.split('\n').slice(1)]).toEqual([130, ['ratebook: interrupted', '']]);
});
