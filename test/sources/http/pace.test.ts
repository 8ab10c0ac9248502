import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Pace, untilStart } from '../../../src/sources/http/pace.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { always } from '../../support/always.ts';
import { turns } from '../../support/latch.ts';

const apart = 300;
const going = new AbortController().signal;
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

/** Requests by a clock that goes on only while somebody waits for a start. */
class Course {
  time = 1_000_000;
  most = 0;
  readonly starts: number[] = [];
  #underWay = 0;

  /** As good as a process of its own. */
  pace(at: string | undefined = folder): Pace {
    const wait = async (milliseconds: number) => {
      this.time += milliseconds;
    };
    return new Pace({ folder: at, atOnce: 2, apart, now: () => this.time, wait });
  }

  readonly ask = async (sent: () => void): Promise<string> => {
    this.most = Math.max(this.most, ++this.#underWay);
    await turns(2);
    this.starts.push(this.time);
    sent();
    await turns(20);
    this.#underWay--;
    return 'answer';
  };

  get gaps(): number[] {
    return this.starts.slice(1).map((start, at) => start - (this.starts[at] ?? 0));
  }
}

const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('requests', () => {
  test('of several processes start apart, no more than two under way at once', async () => {
    const course = new Course();
    const paces = [course.pace(), course.pace(), course.pace()];
    const asked = paces.flatMap((pace) => times(3).map(() => pace.pass(going, course.ask)));
    expect(await Promise.all(asked)).toEqual(times(9).map(() => 'answer'));
    expect(course.gaps).toEqual(times(8).map(() => apart));
    expect(course.most).toBeLessThanOrEqual(2);
  });

  test('of a later process keep their distance from what an earlier one has sent', async () => {
    const course = new Course();
    await course.pace().pass(going, course.ask);
    course.time += 100;
    await course.pace().pass(going, course.ask);
    course.time += 1000;
    await course.pace().pass(going, course.ask);
    expect(course.gaps).toEqual([300, 1000]);
  });

  test.each([
    ['without a folder', () => undefined],
    [
      'where nothing can be written',
      () => {
        const file = join(folder, 'file');
        writeFileSync(file, '');
        return join(file, 'pace');
      },
    ],
  ])('%s start apart within their process', async (_, at) => {
    const course = new Course();
    const pace = course.pace(at());
    await Promise.all(times(4).map(() => pace.pass(going, course.ask)));
    expect(course.gaps).toEqual([300, 300, 300]);
  });

  test('wait in all processes for as long as the source wants', async () => {
    const course = new Course();
    const pace = course.pace();
    await pace.pass(going, course.ask);
    pace.pause(2000);
    await pace.pass(going, course.ask);
    await pace.pass(going, course.ask);
    pace.pause(1000);
    await turns(20);
    await course.pace().pass(going, course.ask);
    expect(course.gaps).toEqual([2000, 300, 1000]);
  });

  test.each(['the same', 'another'])(
    'wait for a pause of %s process that comes when they are about to start',
    async (which) => {
      const course = new Course();
      const pace = course.pace();
      let pauses = 1;
      const waiting = new Pace({
        folder,
        atOnce: 2,
        apart,
        now: () => course.time,
        wait: async (milliseconds) => {
          course.time += milliseconds;
          if (pauses-- > 0) (which === 'another' ? pace : waiting).pause(700);
          await turns(20);
        },
      });
      await pace.pass(going, course.ask);
      await waiting.pass(going, course.ask);
      expect(course.gaps).toEqual([1000]);
    },
  );

  test('do not wait for a pause that lies too far ahead, since the clock was set back', async () => {
    const course = new Course();
    const { time } = course;
    writeFileSync(join(folder, 'paused-until'), `${time + 10 ** 9}`);
    await course.pace().pass(going, course.ask);
    expect(course.time).toBe(time);
  });

  test('that fail let the next ones start', async () => {
    const course = new Course();
    const pace = course.pace();
    const failing = async () => {
      throw new Error('no connection');
    };
    await expect(pace.pass(going, failing)).rejects.toThrow('no connection');
    expect(await pace.pass(going, course.ask)).toBe('answer');
  });

  test('that nobody wants any more are not sent', async () => {
    const course = new Course();
    const over = new AbortController();
    over.abort(new Error('interrupted'));
    await expect(course.pace().pass(over.signal, course.ask)).rejects.toThrow('interrupted');
    expect(course.starts).toEqual([]);
  });
});

test('a start is at least so long after the last one, and none waits longer, however the clock was set', async () => {
  const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
  await always([moment, moment], (last, now) => {
    const wait = untilStart(last, now, apart);
    expect(wait).toBeGreaterThanOrEqual(0);
    expect(wait).toBeLessThanOrEqual(apart);
    if (now >= last) expect(now + wait).toBeGreaterThanOrEqual(last + apart);
    if (now >= last + apart) expect(wait).toBe(0);
  });
});
