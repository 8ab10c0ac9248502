import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { processMark } from '../../src/files.ts';
import { folderOf } from '../../src/sources/oxr/source.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { foreignEntries, reserveRoom, writeEntry } from '../../src/store/journal.ts';
import { first, pass, silent, status } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { behind, Latch } from '../support/latch.ts';
import { randomFrom } from '../support/random.ts';
import { appId, finished, Machine, programInShell, type Result, said } from '../support/ratebook.ts';
import { day } from '../support/rates.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, type TestService } from '../support/service.ts';
import { startSlowService } from '../support/slow-service.ts';
import { StoredFiles } from '../support/stored-files.ts';
import { inWhole, seed } from '../support/whole.ts';

describe('stored days', () => {
  const day = '2024-01-17';

  test.each([
    ['.local/share/ratebook', ''],
    ['kept', ' --store kept'],
  ])('days lie in ~/%s by their own address, in the shape of the service, with%s', async (store, option) => {
    const { service, machine, built } = await scene();
    await built(`historical ${day}${option}`);
    const answer = await fetch(`${service.url}/historical/${day}.json?app_id=any`);
    const stored = machine.read(`${store}/${folderOf(service.url)}/historical/${day}.json`);
    expect(stored).toBe(`${(await answer.text()).trimEnd()}\n`);
  });

  test('the body of an error is no response, however much it looks like one: a later run does not find it', async () => {
    const { service, stored, run } = await scene(first(1, status(400, dayBody({ USD: 1, EUR: 99 }))));
    const line = `historical ${day} -s EUR -q`;
    expect([(await run(line)).code, stored.aside('journal')]).toEqual([1, []]);
    expect(await run(line)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('99\n') });
    expect(service.asked()).toEqual([day, day]);
  });

  test('a stored file of 600 MB is damaged, and takes no memory', async () => {
    const { built, machine, stored } = await scene();
    stored.write(day, '');
    truncateSync(stored.pathOf(day), 600_000_000);
    const env = { PEAK_MEMORY_FILE: join(machine.home, 'peak') };
    const preload = join(import.meta.dirname, '../support/peak-memory.cjs');
    const stderr = expect.stringContaining(`file of ${day} is damaged and was moved to`);
    expect(await built(`historical ${day} --offline -q`, { env, preload })).toMatchObject({ code: 3, stderr });
    expect(stored.aside('damaged')).toHaveLength(1);
    expect(Number(machine.read('peak'))).toBeLessThan(300_000);
  });

  const january = { first: '2024-01-01' as Day, last: '2024-01-31' as Day, length: 31 };
  const query = 'series 2024-01 -s EUR';

  /** A minute ago or more: by then the process that received it has done with it. */
  const longAgo = () => Date.now() - 120_000;

  /** Leaves what a run leaves that is killed when it has received January. */
  const leave = ({ places }: StoredFiles, body: Buffer, received = longAgo()) => {
    const journal = { folder: places.journal, entries: new Set<string>() };
    return writeEntry(journal, reserveRoom(journal, january), { scope: 'range', run: january, received, body });
  };

  /** The same with the service's response; returns what a run prints that is not killed. */
  async function leaveJanuary(stored: StoredFiles): Promise<string> {
    const { service, run } = await scene();
    const answer = await fetch(`${service.url}/time-series.json?app_id=any&start=${january.first}&end=${january.last}`);
    await leave(stored, Buffer.from(await answer.arrayBuffer()));
    return (await run(`${query} -q`)).stdout;
  }

  test.each([
    ['is used and not paid for', query],
    ['is used also where nothing may be requested', `${query} --offline -q`],
  ])('a response that a killed run has left %s', async (_name, line) => {
    const { service, stored, run } = await scene();
    const stdout = await leaveJanuary(stored);
    expect(await run(line)).toEqual({ code: 0, stdout, stderr: '' });
    expect([service.calls(), stored.days().length, stored.aside('journal')]).toEqual([0, 31, []]);
  });

  test.each([
    ['that was cut off', '{"base":"USD","rates":{"2024-01-01":{"EUR":0.9'],
    ['of zeros', '\0'.repeat(4096)],
    ['with another base', '{"base":"EUR","rates":{"2024-01-01":{"USD":1.1}}}'],
  ])('a response %s is discarded, but not while it may still be written', async (_what, body) => {
    const { stored, run } = await scene();
    for (const [received, left] of [
      [Date.now(), 1],
      [longAgo(), 0],
    ] as const) {
      rmSync(stored.places.journal, { recursive: true, force: true });
      await leave(stored, Buffer.from(body), received);
      expect(await run(`${query} --offline -q`)).toMatchObject({ code: 3 });
      expect(stored.aside('journal')).toHaveLength(left);
    }
  });

  test('a file that a power cut has torn is replaced without a word; a day that the response lacks is missing', async () => {
    const { stored, run } = await scene();
    const days = Array.from(eachDay(january.first, january.last), (each, at) => [each, { EUR: 0.9 + at / 1e4 }]);
    const { '2024-01-31': _, ...rates } = Object.fromEntries(days);
    for (const [at, torn] of ['', '{\n  "base": "USD"', '\0'.repeat(200)].entries())
      stored.write(`2024-01-0${at + 1}`, torn);
    await leave(stored, Buffer.from(JSON.stringify({ base: 'USD', rates })));
    const { code, stdout, stderr } = await run(`${query} --offline -q -f value`);
    expect([code, stdout.split('\n')[1], stderr]).toEqual([3, '0.9001', 'ratebook: 1 day not stored: 2024-01-31\n']);
    expect([stored.days().length, stored.aside('damaged')]).toEqual([30, []]);
  });

  test('a run that waited for another, which was killed when it had its response, uses that', async () => {
    const { service, machine, stored } = await scene(silent);
    const other = machine.start(query.split(' '));
    await service.came(1);
    const waiting = machine.start(query.split(' '));
    const end = finished(waiting);
    const stderr = '31 days: 0 stored, 31 to fetch, cost 31 requests\n';
    await said(waiting, 'stderr', stderr);
    const stdout = await leaveJanuary(stored);
    other.kill('SIGKILL');
    await finished(other);
    expect(await end).toEqual({ code: 0, stdout, stderr });
    expect(service.requests).toHaveLength(1);
  });
});

/** Each time a new store. */
const rounds = inWhole(4, 1);
const random = randomFrom(seed);
const processes = inWhole(8, 3);
type Range = { readonly first: Day; readonly last: Day };

/** Within five months, so that each of them meets some of the others. */
function randomRange(): Range {
  const first = addDays(day('2023-10-01'), Math.floor(random() * 100));
  return { first, last: addDays(first, Math.floor(random() * 60)) };
}

const query = ({ first, last }: Range) => ['series', first, last, '-s', 'EUR', '--yes', '-q'];

/** The lines of the range in the CSV of a longer one. */
function partOf(csv: string, { first, last }: Range): string {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  return `${[header, ...lines.filter((line) => line.slice(0, 10) >= first && line.slice(0, 10) <= last)].join('\n')}\n`;
}

test(`${processes} processes at once on one store have what they asked for, each day paid once (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round++) {
    const service = await startSlowService();
    const machine = Machine.for(service.url);
    const stored = new StoredFiles(machine, service.url);
    const all = { first: day('2023-10-01'), last: day('2024-03-31') };
    const whole = await runHere(Machine.for(service.url), query(all));
    const before = service.charged();
    const ranges = Array.from({ length: processes }, randomRange);
    const results = await Promise.all(ranges.map((range) => machine.run(query(range))));
    expect(results).toEqual(ranges.map((range) => ({ code: 0, stdout: partOf(whole.stdout, range), stderr: '' })));
    const union = new Set(ranges.flatMap(({ first, last }) => [...eachDay(first, last)]));
    expect(service.charged() - before).toBe(union.size);
    expect(stored.names()).toEqual([...union].map((day) => `${day}.json`).sort());
    for (const day of union) expect(parseDayFile(stored.read(day), day)).toBeDefined();
    expect(stored.aside('locks')).toEqual([]);
  }
});

test('a second process waits for the first, and reads what that has paid for', async () => {
  const latch = new Latch();
  const { service, machine } = await scene(behind(latch));
  const children = [1, 2].map(() => machine.start(['series', '2024-01', '-s', 'EUR']));
  const both = Promise.all(children.map(finished));
  await Promise.all(children.map((child) => said(child, 'stderr', 'cost 31 requests\n')));
  await service.came(1);
  latch.open();
  const [one, two] = await both;
  expect(one?.stdout.match(/\n/g)).toHaveLength(32);
  expect(two?.stdout).toBe(one?.stdout);
  expect(service.asked()).toEqual(['2024-01-01..2024-01-31']);
});

test('runs at once that need the current day share one request for it, whatever they show of it', async () => {
  const now = '2026-11-21T12:20:00Z';
  const latch = new Latch();
  const { service, machine } = await scene(behind(latch), { now });
  const lines = [
    ...['latest', 'latest -b EUR -s GBP -f json', 'historical 2026-11-21 -s JPY'],
    'convert 1 EUR USD --on today',
  ];
  const children = lines.map((line) => machine.start(line.split(' '), { now }));
  const all = Promise.all(children.map(finished));
  await Promise.all(children.map((child) => said(child, 'stderr', /cost \d requests?\n/)));
  await service.came(1);
  latch.open();
  expect([(await all).map(({ code }) => code), service.calls()]).toEqual([[0, 0, 0, 0], 1]);
});

test('no more responses wait for a slow disk, each with a file open, than are requested at once', async () => {
  let most = 0;
  const count: Fault = (_request, _response, pass) => {
    most = Math.max(most, stored.aside('journal').length);
    pass();
  };
  const { built, machine, stored } = await scene(count, { key: 'free-key' });
  const slow = "const fs = require('fs'), { fsync } = fs; fs.fsync = (...it) => setTimeout(fsync, 50, ...it)";
  machine.write('slow.cjs', slow);
  expect((await built('series 2024-01 -s EUR', { preload: join(machine.home, 'slow.cjs') })).code).toBe(0);
  expect(most).toBeLessThanOrEqual(4);
});

test('a run that was suspended pays for nothing that another has fetched in the meantime', async () => {
  const line = 'series 2024-01 2024-02 -s EUR --concurrency 1'.split(' ');
  const latch = new Latch();
  const fault: Fault = (request, ...rest) => (request.number === 1 ? behind(latch) : pass)(request, ...rest);
  const { service, machine, stored } = await scene(fault, { key: 'free-key' });
  const child = machine.start(line);
  const end = finished(child);
  await service.came(1);
  child.kill('SIGSTOP');

  const other = Machine.for(service.url, 'enterprise-key');
  const { stdout } = await other.run(line);
  const theirs = new StoredFiles(other, service.url);
  const locks = stored.aside('locks').map((month) => join(stored.places.locks, month));
  const mark = `${process.pid}..${processMark().split('.')[1]}`;
  for (const path of locks) writeFileSync(path, `${process.pid} ${hostname()} 0123456789ab ${mark}`);
  mkdirSync(stored.places.days, { recursive: true });
  for (const day of theirs.days()) copyFileSync(theirs.pathOf(day), stored.pathOf(day));
  const before = service.cost();
  latch.open();
  child.kill('SIGCONT');
  // whoever has the locks is done with them
  await service.came(service.requests.length);
  for (const path of locks) rmSync(path);

  expect(await end).toMatchObject({ code: 0, stdout });
  // its first request, which was under way: the refusal of a series is free, and a day costs one
  expect(service.cost() - before).toBeLessThanOrEqual(1);
});

// A mount that only the program sees is to be had on Linux, where user namespaces are allowed.
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const orSkipped = canMount ? '' : ' (skipped: no file systems can be mounted here)';

const sizeOf = (size: string, folder = '') =>
  `${folder && `mkdir -p .local${folder} && `}mount -t tmpfs -o size=${size} none .local${folder}`;
const full = `${sizeOf('64k')} && { dd if=/dev/zero of=.local/all bs=64k 2>&-; true; }`;
const stateReadOnly = `${sizeOf('64k', '/state')} && mount -o remount,bind,ro .local/state`;

/** A machine whose program's files lie on a file system of their own, where `prepare` is done before each run. */
async function smallDisk(prepare: string, key = appId) {
  const { service, machine, stored } = await scene(undefined, { key });
  mkdirSync(join(machine.home, '.local'));
  // afterwards what lies there is copied
  const copied = (path: string) => path.replace('.local', 'left');

  return {
    service,
    run: (line: string): Promise<Result> => {
      const script = `cd "$HOME" && ${prepare} && { code=0; ${programInShell} "$@" || code=$?; cp -r .local left; exit $code; }`;
      const command = ['-rm', 'sh', '-ec', script, 'sh', ...line.split(' ')];
      const child = spawn('unshare', command, { env: machine.env });
      child.stdin.end();
      return finished(child);
    },
    /** The stored days, and those whose answers were left for the next run. */
    kept: () => {
      const journal = { folder: copied(stored.places.journal), entries: new Set<string>() };
      const left = foreignEntries(journal).flatMap(({ run: { first, last } }) => [...eachDay(first, last)]);
      return new Set<string>([...readdirSync(copied(stored.places.days)).map((name) => name.slice(0, 10)), ...left]);
    },
  };
}

describe.skipIf(!canMount)(`where nothing could be kept, nothing is asked${orSkipped}`, () => {
  test.each([
    ['a disk that is full', full, 'series 2024-01 -s EUR', 'cannot write .*: no space left on device'],
    [
      'a running day, and a state that may only be read',
      stateReadOnly,
      'latest',
      'cannot write in .*/state/ratebook/.*: read-only file system',
    ],
  ])('%s', async (_what, prepare, line, reason) => {
    const { service, run } = await smallDisk(prepare);
    const { code, stdout, stderr } = await run(line);
    expect([code, stdout, service.calls()]).toEqual([1, '', 0]);
    expect(stderr).toMatch(new RegExp(`^ratebook: ${reason}\nhint: use --no-store to continue without the store\n$`));
    expect([(await run(`${line} --no-store`)).code, service.calls()]).toEqual([0, 1]);
  });
});

describe.skipIf(!canMount)(`once an answer can be kept nowhere, nothing more is asked${orSkipped}`, () => {
  const quarter = 'series 2024-01 2024-03 -s EUR';
  const apart = `${sizeOf('100k', '/share')} && ${sizeOf('64k', '/state')}`;

  test.each([
    ['a month at a time', sizeOf('300k'), 'series 2023 -s EUR', appId],
    ['a day at a time, with the state on another disk', apart, quarter, 'free-key'],
  ])('%s', async (_what, prepare, line, key) => {
    const { service, run, kept } = await smallDisk(prepare, key);
    const { code, stderr } = await run(`${line} --concurrency 1`);
    const days = kept();
    const lost = paidFor(service).filter((day) => !days.has(day));
    expect([code, lost]).toEqual([1, []]);
    expect(stderr).toMatch(/^ratebook: nothing more is requested(: |, since )[^\n]*\nhint: /m);
  });

  test('on a small state, whatever room the store has, a month is not requested that the journal could not take', async () => {
    const { run, service } = await smallDisk(sizeOf('32k', '/state'));
    const { code, stderr } = await run(quarter);
    expect([code, service.cost()]).toEqual([1, 0]);
    expect(stderr).toMatch(
      /^ratebook: nothing more is requested: cannot write in .*: no space left on device\nhint: /m,
    );
  });

  /** A range that was asked of the plan without ranges was refused. */
  function paidFor({ asked, cost }: TestService): Day[] {
    const ranges = asked().map((run) => run.split('..') as Day[]);
    const days = ranges.flatMap(([first, last]) => (first && last ? [...eachDay(first, last)] : (first ?? [])));
    const singles = ranges.flatMap(([first, last]) => (first && !last ? [first] : []));
    return days.length === cost() ? days : singles;
  }
});
