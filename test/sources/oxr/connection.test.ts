import { expect, test, vi } from 'vitest';
import type { Day } from '../../../src/calendar/day.ts';
import { openExchangeRates } from '../../../src/sources/oxr/source.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { anErrand } from '../../support/scripted-service.ts';
import { replyError, startService } from '../../support/service.ts';

const [first, last] = ['2024-01-01', '2024-01-02'] as Day[] as [Day, Day];
const two = { wanted: 'range', run: { first, last, length: 2 } } as const;

test('a plan that refused time series is tried again after a day, also by a process that runs for long', async () => {
  const service = await startService(({ path }, response, pass) =>
    path === '/time-series.json' ? replyError(response, 403, 'not_allowed', 'time-series') : pass(),
  );
  let now = Date.parse('2024-03-10T12:00:00Z');
  const limits = { timeout: 30, concurrency: 4, tries: 1, env: {}, updateFrequency: () => undefined };
  const source = openExchangeRates({
    baseUrl: service.url,
    appId: 'free-key',
    ...limits,
    state: temporaryFolder(),
    now: () => now,
  });
  const onDetail = vi.fn();
  const [onSecret, onTry, onTrouble] = [() => {}, () => {}, () => {}];
  const { signal } = new AbortController();
  const connection = await source.open({ signal, onSecret, onTry, onDetail, onTrouble, onBytes: () => {} });
  /** What is asked for two days. */
  const asked = async () => {
    const before = service.asked().length;
    await connection.begin(anErrand())(two, async () => {});
    return service.asked().slice(before).sort();
  };
  const singly = [first, last];
  expect(await asked()).toEqual([first, `${first}..${last}`, last]);
  expect(await asked()).toEqual(singly);
  now += 86_399_000;
  expect(await asked()).toEqual(singly);
  expect(onDetail).toHaveBeenCalledTimes(1);
  now += 1_000;
  expect(await asked()).toEqual([first, `${first}..${last}`, last]);
  await connection.close();
});
