import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { daysInWords } from '../../src/calendar/runs.ts';
import { folderOf } from '../../src/sources/oxr/service.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { Inbox } from '../../src/store/inbox.ts';
import { HeldFiles } from '../support/held-files.ts';
import { appId, binary, finished, Machine, type Result } from '../support/ratebook.ts';
import { startService, type TestService } from '../support/service.ts';

// A mount that only the program sees is to be had on Linux, where user namespaces are allowed.
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const orSkipped = canMount ? '' : ' (skipped: no file systems can be mounted here)';

/** A machine whose program's files lie on a file system of their own; `prepare` is done there before each run. */
class SmallDisk {
  readonly machine: Machine;
  readonly service: TestService;
  readonly #prepare: string;

  constructor(service: TestService, prepare: string, key = appId) {
    this.machine = Machine.for(service.url, key);
    this.service = service;
    this.#prepare = prepare;
    mkdirSync(join(this.machine.home, '.local'));
  }

  /** Afterwards what lies there is copied to `left`. */
  async run(...args: string[]): Promise<Result> {
    const script = `cd "$HOME" && ${this.#prepare} && { code=0; "$@" || code=$?; cp -r .local left; exit $code; }`;
    const command = ['-rm', 'sh', '-ec', script, 'sh', process.execPath, binary, ...args];
    const child = spawn('unshare', command, { env: this.machine.env });
    child.stdin.end();
    return finished(child);
  }

  /** The names of what was left in the folder of days. */
  left(): string[] {
    return readdirSync(this.#days()).filter((name) => name !== '.unfinished');
  }

  read(name: string): string {
    return readFileSync(join(this.#days(), name), 'utf8');
  }

  /** Days whose answers were left for the next run. */
  arrived(): Day[] {
    const { arrived } = this.#places();
    const runs = new Inbox(arrived, Date.now).left().map(({ run }) => run);
    return runs.flatMap(({ first, last }) => [...eachDay(first, last)]);
  }

  #days(): string {
    return this.#places().days;
  }

  #places() {
    const { days, arrived } = new HeldFiles(this.machine, this.service.url).places;
    const copied = (path: string) => path.replace('.local', 'left');
    return { days: copied(days), arrived: copied(arrived) };
  }
}

const mount = (size: string) => `mount -t tmpfs -o size=${size} none .local`;
const january = ['series', '2024-01', '-s', 'EUR'];
const archive = ['archive', '--since', '2024-01-01', '--max-cost', '3', '-q'];

describe.skipIf(!canMount)(`what is fetched comes out whole${orSkipped}`, () => {
  const whole = async (service: TestService) => (await Machine.for(service.url).run(january)).stdout;

  test('where the disk is full before all days are kept, and what is kept is whole', async () => {
    const service = await startService();
    const disk = new SmallDisk(service, mount('64k'));
    const { code, stdout, stderr } = await disk.run(...january);
    expect({ code, stdout }).toEqual({ code: 0, stdout: await whole(service) });
    const [cost, problem = ''] = stderr.split('\n');
    expect(cost).toBe('31 days: 0 held, 31 to fetch, cost 31 requests');
    const names = disk.left();
    const unkept = `ratebook: ${31 - names.length} days could not be kept and will cost again: 2024-01-`;
    expect(problem.startsWith(unkept)).toBe(true);
    expect(problem).toContain(`: cannot write ${disk.machine.home}/.local/share/ratebook/`);
    expect(problem).toMatch(/no space left on device$/);
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThan(31);
    for (const name of names) {
      expect(name).toMatch(/^2024-01-\d\d\.json$/);
      expect(parseDayFile(disk.read(name), name.slice(0, 10) as Day)).toBeDefined();
    }
  });
});

describe.skipIf(!canMount)(`where nothing could be kept, nothing is asked${orSkipped}`, () => {
  const full = `${mount('64k')} && { dd if=/dev/zero of=.local/all bs=64k 2>&-; true; }`;
  const readOnly = `${mount('64k')} && mount -o remount,bind,ro .local`;

  test.each([
    ['a disk that is full', full, 'no space left on device'],
    ['a disk that may only be read', readOnly, 'read-only file system'],
  ])('%s', async (_what, prepare, reason) => {
    const service = await startService();
    const disk = new SmallDisk(service, prepare);
    const { code, stdout, stderr } = await disk.run(...january);
    expect({ code, stdout, calls: service.calls() }).toEqual({ code: 1, stdout: '', calls: 0 });
    expect(stderr).toMatch(
      new RegExp(`^ratebook: cannot write .*: ${reason}\nhint: use --no-store to continue without the store\n$`),
    );
    expect((await disk.run(...january, '--no-store')).code).toBe(0);
  });

  const stateReadOnly =
    'mkdir -p .local/state && mount -t tmpfs none .local/state && mount -o remount,bind,ro .local/state';

  test.each([
    ['a finished day', ['historical', '2024-01-17']],
    ['a running day', ['latest']],
    ['the archive', archive],
  ])('a state that may only be read: %s', async (_what, args) => {
    const service = await startService();
    const disk = new SmallDisk(service, stateReadOnly);
    const { code, stdout, stderr } = await disk.run(...args);
    expect({ code, stdout, calls: service.calls() }).toEqual({ code: 1, stdout: '', calls: 0 });
    expect(stderr).toMatch(/^ratebook: cannot write in .*\/state\/ratebook\/.*: read-only file system\n/);
    if (args === archive) return;
    expect(stderr).toMatch(/\nhint: use --no-store to continue without the store\n$/);
    expect((await disk.run(...args, '--no-store')).code).toBe(0);
    expect(service.calls()).toBe(1);
  });

  test('but what is held is shown where the state may only be read', async () => {
    const service = await startService();
    const day = ['historical', '2024-01-17'];
    const text = '{"base":"USD","rates":{"EUR":0.9,"USD":1}}';
    const folder = `.local/share/ratebook/${folderOf(service.url)}/historical`;
    const hold = `mkdir -p ${folder} && echo '${text}' > ${folder}/2024-01-17.json`;
    const disk = new SmallDisk(service, `${mount('64k')} && ${hold} && ${stateReadOnly}`);
    for (const args of [day, [...day, '--offline'], ['historical', '2024-01-18', '--dry-run']])
      expect(await disk.run(...args)).toMatchObject({ code: 0 });
    expect(service.calls()).toBe(0);
  });

  test('a damaged file that cannot be set aside', async () => {
    const service = await startService();
    const folder = `.local/share/ratebook/${folderOf(service.url)}/historical`;
    const damage = `mkdir -p ${folder} && echo damaged > ${folder}/2024-01-17.json`;
    const disk = new SmallDisk(service, `${mount('64k')} && ${damage} && mount -o remount,bind,ro .local`);
    const { code, stderr } = await disk.run('historical', '2024-01-17', '-s', 'EUR');
    expect({ code, calls: service.calls() }).toEqual({ code: 1, calls: 0 });
    expect(stderr).toContain('the stored file of 2024-01-17 is damaged and cannot be moved: ');
  });
});

describe.skipIf(!canMount)(`once an answer can be kept nowhere, nothing more is asked${orSkipped}`, () => {
  const quarter = ['series', '2024-01', '2024-03', '-s', 'EUR'];
  const year = ['series', '2023', '-s', 'EUR'];
  const ninety = ['archive', '--since', '2024-01-01', '--max-cost', '90'];
  const mountIn = (folder: string, size: string) =>
    `mkdir -p .local/${folder} && mount -t tmpfs -o size=${size} none .local/${folder}`;
  const apart = `${mountIn('share', '100k')} && ${mountIn('state', '64k')}`;

  test.each<[what: string, prepare: string, args: string[], key: string, atOnce: number, each: number]>([
    ['days', mount('200k'), quarter, 'free-key', 4, 1],
    ['a month at a time', mount('300k'), year, appId, 1, 31],
    ['a day at a time, with the state on another disk', apart, quarter, 'free-key', 1, 1],
    ['days of the archive', mount('200k'), ninety, 'free-key', 2, 1],
  ])('%s', async (_what, prepare, args, key, atOnce, each) => {
    const service = await startService();
    const disk = new SmallDisk(service, prepare, key);
    const { code, stderr } = await disk.run(...args, '--concurrency', `${atOnce}`);
    const kept = new Set([...disk.left().map((name) => name.slice(0, 10)), ...disk.arrived()]);
    const lost = paidFor(service).filter((day) => !kept.has(day));
    expect(code).toBe(1);
    // what was under way; of that some may still have found room
    expect(lost.length).toBeLessThanOrEqual(atOnce * each);
    const named = ` could not be kept and will cost again: ${daysInWords(lost.sort())}: cannot write `;
    expect(stderr.includes(named)).toBe(lost.length > 0);
    expect(stderr).toMatch(/^ratebook: nothing more was asked, since answers can no longer be kept\nhint: /m);
  });

  test('but a store that has room is enough: all is asked, and held', async () => {
    const service = await startService();
    const disk = new SmallDisk(service, mountIn('state', '32k'));
    const { code, stderr } = await disk.run(...quarter);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '91 days: 0 held, 91 to fetch, cost 91 requests\n' });
    expect([disk.left().length, disk.arrived()]).toEqual([91, []]);
  });

  /** A range that was asked of the plan without ranges was refused. */
  function paidFor({ asked, cost }: TestService): Day[] {
    const ranges = asked().map((run) => run.split('..') as Day[]);
    const days = ranges.flatMap(([first, last]) => (first && last ? [...eachDay(first, last)] : (first ?? [])));
    const singles = ranges.flatMap(([first, last]) => (first && !last ? [first] : []));
    return days.length === cost() ? days : singles;
  }
});

test.skipIf(!canMount)(`where the disk is full from the beginning archive spends nothing${orSkipped}`, async () => {
  const service = await startService();
  const share = 'mkdir -p .local/share && mount -t tmpfs -o size=64k none .local/share';
  const fill = '{ dd if=/dev/zero of=.local/share/all bs=64k 2>&-; true; }';
  const { code, stdout, stderr } = await new SmallDisk(service, `${share} && ${fill}`).run(...archive);
  expect({ code, stdout, calls: service.calls() }).toEqual({ code: 1, stdout: '', calls: 0 });
  expect(stderr).toMatch(/^ratebook: cannot write in .*\/historical: no space left on device\n$/);
});

test.each(['claims', 'arrived', 'gaps'] as const)(
  'a file in the place of the folder of %s ends the run before anything is asked',
  async (kind) => {
    const service = await startService();
    const machine = Machine.for(service.url);
    const place = new HeldFiles(machine, service.url).places[kind];
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, 'no folder');
    const { code, stdout, stderr } = await machine.run(january);
    expect({ code, stdout, calls: service.calls() }).toEqual({ code: 1, stdout: '', calls: 0 });
    expect(stderr).toBe(
      `ratebook: cannot write in ${place}: not a directory\nhint: use --no-store to continue without the store\n`,
    );
  },
);

test('where a damaged file can neither be moved nor replaced archive spends nothing', async () => {
  const service = await startService();
  const machine = Machine.for(service.url);
  const held = new HeldFiles(machine, service.url);
  held.write('2024-01-17', 'damaged');
  mkdirSync(dirname(held.places.damaged), { recursive: true });
  writeFileSync(held.places.damaged, 'no folder');
  const { code, stderr } = await machine.run(archive);
  expect({ code, calls: service.calls() }).toEqual({ code: 1, calls: 0 });
  expect(stderr).toContain('ratebook: the damaged file of 2024-01-17 cannot be set aside: cannot write in ');
});

test('a plan without time series is found out again where that cannot be remembered', async () => {
  const service = await startService();
  const machine = Machine.for(service.url, 'free-key');
  mkdirSync(join(machine.home, '.local/state/ratebook'), { recursive: true });
  machine.write('.local/state/ratebook/refusals', 'no folder');
  for (const _ of [1, 2]) {
    const { code, stderr } = await machine.run(['series', '2024-01-01', '2024-01-02', '--refresh']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^ratebook: cannot write in .*\/refusals: not a directory$/m);
  }
});

test('a folder of days that is none ends the run before anything is spent', async () => {
  const service = await startService();
  const machine = Machine.for(service.url);
  machine.write('store', 'no folder');
  const { code, stdout, stderr } = await machine.run(january, { env: { RATEBOOK_STORE: 'store' } });
  expect({ code, stdout, calls: service.calls() }).toEqual({ code: 1, stdout: '', calls: 0 });
  expect(stderr).toMatch(/^ratebook: .*2024-01-\d\d\.json cannot be read: not a directory$/m);
});
