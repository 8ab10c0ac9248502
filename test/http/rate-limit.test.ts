import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Limit, requestLimit } from '../../src/http/limits.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { turns } from '../support/latch.ts';

const interval = 300;
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

  limit(at: string | null = folder): Limit {
    const wait = async (milliseconds: number) => {
      const end = this.time + milliseconds;
      await turns(5);
      this.time = Math.max(this.time, end);
    };
    return requestLimit({ folder: at ?? undefined, atOnce: 2, interval, now: () => this.time, wait });
  }

  readonly ask = async (): Promise<string> => {
    this.most = Math.max(this.most, ++this.#underWay);
    this.starts.push(this.time);
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
  test('of several processes start interval, no more than two under way at once', async () => {
    const course = new Course();
    const limits = [course.limit(), course.limit(), course.limit()];
    const asked = limits.flatMap((limit) => times(3).map(() => limit.run(going, course.ask)));
    expect(await Promise.all(asked)).toEqual(times(9).map(() => 'answer'));
    expect(course.gaps).toEqual(times(8).map(() => interval));
    expect(course.most).toBeLessThanOrEqual(2);
  });

  test('wait in all processes for as long as the source wants', async () => {
    const course = new Course();
    const limit = course.limit();
    await limit.run(going, course.ask);
    limit.pause(2000);
    await limit.run(going, course.ask);
    await limit.run(going, course.ask);
    limit.pause(1000);
    await turns(20);
    await course.limit().run(going, course.ask);
    expect(course.gaps).toEqual([2000, 300, 1000]);
  });

  test.each(['the same', 'another'])('wait for a pause of %s process just before they start', async (which) => {
    const course = new Course();
    const limit = course.limit();
    let pauses = 1;
    const waiting = requestLimit({
      folder,
      atOnce: 2,
      interval,
      now: () => course.time,
      wait: async (milliseconds) => {
        course.time += milliseconds;
        if (pauses-- > 0) (which === 'another' ? limit : waiting).pause(700);
        await turns(20);
      },
    });
    await limit.run(going, course.ask);
    await waiting.run(going, course.ask);
    expect(course.gaps).toEqual([1000]);
  });

  test.each(['without a folder', 'where nothing can be written'])('keep their interval %s', async (where) => {
    writeFileSync(join(folder, 'file'), '');
    const course = new Course();
    const limit = course.limit(where === 'without a folder' ? null : join(folder, 'file', 'pace'));
    await Promise.all(times(4).map(() => limit.run(going, course.ask)));
    expect(course.gaps).toEqual([300, 300, 300]);
  });

  test.each(['last', 'paused-until'])('do not wait long where the clock was set back after %s', async (name) => {
    const course = new Course();
    writeFileSync(join(folder, name), `${course.time + (name === 'last' ? 120_000 : 10 ** 9)}`);
    await course.limit().run(going, course.ask);
    expect(course.time - 1_000_000).toBeLessThanOrEqual(interval);
  });

  test('that nobody wants any more are not sent, and end their waiting', async () => {
    const course = new Course();
    const over = AbortSignal.abort(new Error('interrupted'));
    await expect(course.limit().run(over, course.ask)).rejects.toThrow('interrupted');
    await expect(requestLimit({ atOnce: 1, now: Date.now }).run(over, course.ask)).rejects.toThrow('interrupted');
    expect(course.starts).toEqual([]);
    const ending = new AbortController();
    const limit = requestLimit({ folder, atOnce: 1, interval: 10 ** 6, now: Date.now });
    await limit.run(going, course.ask);
    const waiting = limit.run(ending.signal, course.ask);
    ending.abort(new Error('interrupted'));
    await expect(waiting).rejects.toThrow('interrupted');
  });
});
