import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createDemoHandler } from '../../src/server/demo/demo.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { type Fault, replyError, startService } from '../support/service.ts';

const pass: Fault = (_request, _response, pass) => pass();

/** Answers as the service does, but with this `Date`, or none. */
const dated =
  (date: string | undefined): Fault =>
  (_request, response, pass) => {
    const writeHead = response.writeHead.bind(response);
    response.sendDate = false;
    response.writeHead = (status: number, given?: unknown) => {
      const { Date: _, ...headers } = given as OutgoingHttpHeaders;
      return writeHead(status, date ? { Date: date, ...headers } : headers);
    };
    pass();
  };

/** A service whose clock stands at this moment, and a machine. */
async function sceneAt(time: string, fault: Fault = pass) {
  const service = await startService(
    fault,
    createDemoHandler(() => Date.parse(time)),
  );
  const machine = Machine.for(service.url);
  return { service, machine, files: new HeldFiles(machine, service.url) };
}

describe('the running day', () => {
  test('is asked for once, and never in the store', async () => {
    const now = '2024-01-18T12:00:00Z';
    const { service, machine, files } = await sceneAt(now);
    for (const _ of [1, 2]) {
      const { code } = await machine.run(['historical', 'today', 'yesterday', '-q'], { now });
      expect(code).toBe(0);
    }
    expect(service.asked().sort()).toEqual(['2024-01-17', '2024-01-18']);
    expect(files.names()).toEqual(['2024-01-17.json']);
  });

  test('is neither in the store after a series that ends with it', async () => {
    const now = '2024-01-18T12:00:00Z';
    const { service, machine, files } = await sceneAt(now);
    for (const _ of [1, 2]) await runHere(machine, ['series', '2024-01-16', 'today'], { now });
    expect(service.asked()).toEqual(['2024-01-16..2024-01-18']);
    expect(files.days()).toEqual(['2024-01-16', '2024-01-17']);
  });

  test.each([
    ['00:30', ['2024-01-17'], []],
    ['00:59:50', ['2024-01-17'], []],
    ['01:00', ['2024-01-17'], ['2024-01-17']],
  ])('at %s counts as running although it has ended', async (time, asked, held) => {
    const now = `2024-01-18T${time}Z`;
    const { service, machine, files } = await sceneAt(now);
    for (const _ of [1, 2]) expect((await runHere(machine, ['historical', 'yesterday'], { now })).code).toBe(0);
    expect(service.asked()).toEqual(asked);
    expect(files.days()).toEqual(held);
  });
});

describe('a machine whose clock is a year ahead', () => {
  const [now, ahead] = ['2024-01-18T12:00:00Z', '2025-01-18T12:00:00Z'];

  test('keeps nothing that the service calls unfinished', async () => {
    const { machine, files } = await sceneAt(now);
    expect((await runHere(machine, ['series', '2024-01-16', '2024-01-18'], { now: ahead })).code).toBe(0);
    expect(files.days()).toEqual(['2024-01-16', '2024-01-17']);
  });

  test('remembers no gap of days to come, nor of days that are still young', async () => {
    const yesterday: Fault = ({ path }, response, pass) => {
      if (path !== '/historical/2024-01-17.json') return pass();
      response.setHeader('Date', new Date(now).toUTCString());
      replyError(response, 400, 'not_available');
    };
    const { service, machine } = await sceneAt(now, yesterday);
    const days = ['2024-01-17', '2024-01-18', '2024-01-19', '2024-02-01'];
    expect((await runHere(machine, ['historical', ...days, '-q'], { now: ahead })).code).toBe(3);
    await runHere(machine, ['historical', ...days], { now: ahead });
    expect(service.asked().slice(days.length).sort()).toEqual(days);
  });
});

test('a machine whose clock is a year behind keeps nothing that it takes for unfinished', async () => {
  const { machine, files } = await sceneAt('2025-01-18T12:00:00Z');
  await runHere(machine, ['historical', 'today'], { now: '2024-01-18T12:00:00Z' });
  expect(files.days()).toEqual([]);
});

test('without the time of the service that of the machine counts', async () => {
  const { machine, files } = await sceneAt('2024-01-18T12:00:00Z', dated(undefined));
  await runHere(machine, ['historical', '2024-01-18'], { now: '2024-01-20T12:00:00Z' });
  expect(files.days()).toEqual(['2024-01-18']);
});

describe('a gap', () => {
  /** Lacks the day until that is filled. */
  async function lacking(day: string) {
    let filled = false;
    const scene = await sceneAt('2024-03-15T12:00:00Z', ({ path, query }, response, pass) => {
      const asked = path.includes(day) || ((query.start ?? '9') <= day && day <= (query.end ?? '0'));
      if (asked && !filled) replyError(response, 400, 'not_available');
      else pass();
    });
    const fill = () => {
      filled = true;
    };
    const ask = async (now: string, ...more: string[]) => {
      const before = scene.service.requests.length;
      const { code } = await runHere(scene.machine, ['historical', day, '-q', ...more], { now });
      return { code, requests: scene.service.requests.length - before };
    };
    return { ...scene, fill, ask };
  }
  const now = '2024-03-15T12:00:00Z';

  test('older than a week is not asked for again, but with --refresh', async () => {
    const { ask, fill } = await lacking('2024-03-07');
    expect(await ask(now)).toEqual({ code: 3, requests: 1 });
    expect(await ask(now)).toEqual({ code: 3, requests: 0 });
    expect(await ask(now, '--refresh')).toEqual({ code: 3, requests: 1 });
    fill();
    expect(await ask(now)).toEqual({ code: 3, requests: 0 });
    expect(await ask(now, '--refresh')).toEqual({ code: 0, requests: 1 });
    expect(await ask(now)).toEqual({ code: 0, requests: 0 });
  });

  test('of the last week is asked for every time', async () => {
    const { ask, fill } = await lacking('2024-03-08');
    for (const _ of [1, 2]) expect(await ask(now)).toEqual({ code: 3, requests: 1 });
    fill();
    expect(await ask(now)).toEqual({ code: 0, requests: 1 });
  });

  test('found when it was young is asked for once more when it is old', async () => {
    const { ask, fill } = await lacking('2024-03-10');
    expect(await ask(now)).toEqual({ code: 3, requests: 1 });
    fill();
    expect(await ask('2024-04-15T12:00:00Z')).toEqual({ code: 0, requests: 1 });
  });

  test('in the middle of a month costs nothing, is in no output, and is named', async () => {
    const { machine, service } = await lacking('2024-01-17');
    const { code, stdout, stderr } = await machine.run(['series', '2024-01', '-s', 'EUR', '--wide'], { now });
    expect(code).toBe(3);
    expect(stderr).toBe('31 days: 0 held, 31 to fetch, cost 31 requests\nratebook: no rates for 1 day: 2024-01-17\n');
    expect(stdout.match(/\n/g)).toHaveLength(31);
    expect(stdout).not.toContain('2024-01-17');
    expect(service.cost()).toBe(30);
    expect(service.requests.length).toBeLessThanOrEqual(10);
    const again = await machine.run(['series', '2024-01', '-s', 'EUR', '--wide'], { now });
    expect(again).toMatchObject({ code: 3, stdout });
    expect(again.stderr).toBe('ratebook: no rates for 1 day: 2024-01-17\n');
  });
});

describe('a service whose clock is a year behind', () => {
  const [behind, now] = ['2023-01-18T12:00:00Z', '2024-01-18T12:00:00Z'];
  const late = dated(new Date(behind).toUTCString());

  test('has days that come and are not kept, and these are named', async () => {
    const { machine, files } = await sceneAt(now, late);
    const { code, stderr } = await runHere(machine, ['series', '2024-01-15', '2024-01-17', '-q'], { now });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^ratebook: 3 days .*: 2024-01-15 to 2024-01-17\n$/);
    expect(files.days()).toEqual([]);
  });

  test('fails an archive', async () => {
    const { machine } = await sceneAt(now, late);
    const { code, stderr } = await runHere(machine, ['archive', '--since', '2024-01-15', '-q'], { now });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ratebook: 3 days .*: 2024-01-15 to 2024-01-17\n$/);
  });
});
