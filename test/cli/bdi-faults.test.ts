import { describe, expect, test } from 'vitest';
import { bankOfItaly } from '../support/bank-of-italy.ts';
import { sending, status } from '../support/faults.ts';
import type { Fault } from '../support/service.ts';

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';
const [held, asked] = ['2024-01-16', '2024-01-17'] as const;

const csv = { 'content-type': 'text/csv' };
type Kind = readonly [what: string, fault: Fault, words: RegExp];

/** Of the second of two days, while the first is answered. */
const onlyAsked =
  (fault: Fault): Fault =>
  (request, response, pass) =>
    request.query.referenceDate === asked ? fault(request, response, pass) : pass();

const lasting: readonly Kind[] = [
  ['is a status of 404', status(404), /status 404/],
  ['leads elsewhere', status(302, '', { location: 'https://localhost/' }), /status 302/],
  ['has 2 MB', sending('x'.repeat(2 * 1024 * 1024), csv), /larger than 1 MB/],
];

describe.concurrent('an answer that', () => {
  test.each(lasting)('%s fails at once by name, and takes nothing else with it', async (_what, fault, words) => {
    const { bank, asked: days, held: files, machine, run } = await bankOfItaly();
    machine.write('rates.csv', 'before');
    await run(`historical ${held}`, { now });
    const before = files.read(held);
    bank.fault = onlyAsked(fault);
    const { code, stdout, stderr } = await run(`series ${held} ${asked} -s USD -o ~/rates.csv`, { now });
    expect([code, stdout, days()]).toEqual([1, '', [held, asked]]);
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/^ratebook: .*2024-01-17.*\nhint: --offline takes the 1 day that is stored\n$/);
    expect([files.names(), files.read(held), files.unavailable()]).toEqual([[`${held}.json`], before, []]);
    expect(machine.read('rates.csv')).toBe('before');

    bank.fault = (_request, _response, pass) => pass();
    expect((await run(`series ${held} ${asked} -s USD`, { now })).code).toBe(0);
    expect(files.days()).toEqual([held, asked]);
  });
});
