import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { pass } from '../support/faults.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

const [noon, yearLater] = ['2024-01-18T12:00:00Z', '2025-01-18T12:00:00Z'];

/** Answers as the service does, but with this `Date`, or none. */
const dated =
  (date: string | undefined): Fault =>
  (_request, response, pass) => {
    const writeHead = response.writeHead.bind(response);
    response.sendDate = false;
    response.writeHead = (status: number, given?: unknown) => {
      const { Date: _, ...headers } = given as OutgoingHttpHeaders;
      return writeHead(status, date ? { Date: new Date(date).toUTCString(), ...headers } : headers);
    };
    pass();
  };

test.each([
  ['a year ahead', noon, yearLater, pass, 'series 2024-01-16 2024-01-18', ['2024-01-16', '2024-01-17']],
  ['a year behind', yearLater, noon, pass, 'historical today', []],
  ['the only one', noon, '2024-01-20T12:00:00Z', dated(undefined), 'historical 2024-01-18', ['2024-01-18']],
])(
  'a machine whose clock is %s keeps what no clock calls unfinished',
  async (_what, theirs, ours, fault, line, days) => {
    const { run, held } = await scene(fault, { now: theirs });
    expect((await run(line, { now: ours })).code).toBe(0);
    expect(held.days()).toEqual(days);
  },
);

test.each([
  ['series 2024-01-15 2024-01-17', 0, ''],
  ['archive --since 2024-01-15', 1, 'ratebook: days that came could not be stored\n'],
])('of a service whose clock is a year behind no day is kept, and all are named: %s', async (line, code, end) => {
  const { run, held } = await scene(dated('2023-01-18T12:00:00Z'), { now: noon });
  const stderr = `ratebook: 3 days not stored, unfinished by the service's clock: 2024-01-15 to 2024-01-17\n${end}`;
  expect(await run(`${line} -q`)).toMatchObject({ code, stderr });
  expect(held.days()).toEqual([]);
});
