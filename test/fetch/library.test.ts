import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addDays, type Day, eachDay, startOf } from '../../src/calendar/day.ts';
import { startFetching } from '../../src/fetch/fetching.ts';
import type { Holdings } from '../../src/fetch/holdings.ts';
import { OwnLibrary } from '../../src/fetch/library.ts';
import type { Plan } from '../../src/fetch/plan.ts';
import { Ledger } from '../../src/sources/ledger.ts';
import { type DayOutcome, isGap } from '../../src/sources/source.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { alwaysIn } from '../support/always.ts';
import { anErrand, connectionTo, publisher, ratesOf, ScriptedService } from '../support/scripted-service.ts';
import { holdingsAt } from './holdings-at.ts';

const now = startOf('2024-03-15' as Day) + 43_200_000;
const days = (first: string, last: string) => [...eachDay(first as Day, last as Day)];

const holdingsOf = ({ root = temporaryFolder(), refresh = false, time = now } = {}) =>
  holdingsAt({ root, refresh, now: () => time });

const again = ({ root }: { root: string }) => holdingsOf({ root, refresh: true });

function libraryOf(holdings: Holdings, service: ScriptedService, { offline = false } = {}) {
  const fetchings: ReturnType<typeof startFetching>[] = [];
  const nothing = () => {};
  const library = new OwnLibrary({
    source: publisher,
    holdings,
    offline,
    openFetching: async (budget) => {
      const asked = { ...anErrand(), source: publisher, budget, connection: connectionTo(service) };
      const fetching = startFetching({ ...asked, holdings, onDays: nothing });
      fetchings.push(fetching);
      return fetching;
    },
    ahead: 8,
    signal: new AbortController().signal,
    onBegin: nothing,
    onSurplus: nothing,
    onEnd: nothing,
  });
  return { library, fetchings };
}

/** Asks the service for what is not known of the days, and keeps it. */
async function get(wanted: readonly Day[], from: Holdings, service: ScriptedService, how = {}) {
  const { library } = libraryOf(from, service, how);
  const plan = library.plan(wanted, 'range');
  return { cost: plan.cost, outcomes: await outcomesOf(library, plan) };
}

async function outcomesOf(library: OwnLibrary, plan: Plan): Promise<DayOutcome[]> {
  const outcomes: DayOutcome[] = [];
  for await (const outcome of library.days(plan, new Ledger())) outcomes.push(outcome);
  return outcomes;
}

test('days of the service, whatever was asked for before, come in order, and each is asked for once', async () => {
  const range = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 40 }));
  await alwaysIn(10, [fc.array(range, { minLength: 1, maxLength: 4 })], async (ranges) => {
    const from = holdingsOf();
    const service = new ScriptedService();
    for (const [start, length] of ranges) {
      const first = addDays('2023-11-20' as Day, start);
      const wanted = days(first, addDays(first, length));
      const before = service.asks.length;
      const { cost, outcomes } = await get(wanted, from, service);
      expect(outcomes.map(({ day }) => day)).toEqual(wanted);
      const asked = service.asks.slice(before).reduce((sum, { run }) => sum + run.length, 0);
      expect(asked).toBe(cost);
    }
    const asked = service.asks.flatMap(({ run }) => days(run.first, run.last));
    expect(new Set(asked).size).toBe(asked.length);
    rmSync(from.store.places.days, { recursive: true });
  });
});

describe('gaps', () => {
  const gapsOf = ({ outcomes }: Awaited<ReturnType<typeof get>>) => outcomes.filter(isGap).map(({ day }) => day);

  test('are asked for by themselves, so that they fail no series', async () => {
    const from = holdingsOf();
    const service = new ScriptedService(['2024-03-05', '2024-03-12'] as Day[]);
    const wanted = days('2024-03-01', '2024-03-13');
    await get(wanted, from, service);
    service.asks.length = 0;
    const { cost, outcomes } = await get(wanted, again(from), service);
    const asked = service.asks.map(({ wanted, run }) => `${run.first} ${run.length} ${wanted}`).sort();
    expect(asked.join(', ')).toBe(
      '2024-03-01 4 range, 2024-03-05 1 days, 2024-03-06 6 range, 2024-03-12 1 days, 2024-03-13 1 days',
    );
    expect([cost, gapsOf({ cost, outcomes })]).toEqual([13, ['2024-03-05', '2024-03-12']]);
  });

  test('that were filled are forgotten', async () => {
    const from = holdingsOf();
    const [old] = days('2024-01-17', '2024-01-17');
    await get([old as Day], from, new ScriptedService([old as Day]));
    expect(from.stateOf(old as Day)).toBe('gap');
    await get([old as Day], again(from), new ScriptedService());
    rmSync(join(from.store.places.days, `${old}.json`));
    expect(from.stateOf(old as Day)).toBe('missing');
  });

  test('that the service calls unfinished are not remembered, however far ahead the machine is', async () => {
    const from = holdingsOf({ time: now + 365 * 86_400_000 });
    const service = new ScriptedService(['2024-03-15'] as Day[]);
    const ask = service.ask.bind(service);
    service.ask = async (...args) =>
      ask(...args).catch((refused) => {
        throw Object.assign(refused, { served: now });
      });
    await get(days('2024-03-15', '2024-03-15'), from, service);
    expect(from.isKnownGap('2024-03-15' as Day)).toBe(false);
  });
});

describe('offline', () => {
  test('a day is read when its turn comes', async () => {
    const from = holdingsOf();
    const { library } = libraryOf(from, new ScriptedService(), { offline: true });
    const wanted = days('2024-01-31', '2024-02-02');
    const plan = library.plan(wanted, 'range');
    expect({ ...plan, held: plan.countHeld() }).toMatchObject({ days: 3, held: 0, cost: 0 });
    await get(wanted, from, new ScriptedService());
    const came: Day[] = [];
    for await (const outcome of library.days(plan, new Ledger(0))) if (!isGap(outcome)) came.push(outcome.day);
    expect(came).toEqual(wanted);
  });

  test('no more than a month is read ahead', async () => {
    const from = holdingsOf();
    const wanted = days('2023-10-01', '2024-01-31');
    await get(wanted, from, new ScriptedService());
    const { library } = libraryOf(from, new ScriptedService(), { offline: true });
    const read = vi.spyOn(from, 'known');
    const units = library.units(library.plan(wanted, 'range'), new Ledger(0));
    await units.next();
    expect(read).toHaveBeenCalledTimes(31);
    await units.return(undefined);
  });
});

test('where nothing can be written beside the days they come all the same, and each trouble is told', async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'state'), 'no folder');
  const from = holdingsOf({ root });
  const wanted = days('2024-01-01', '2024-01-02');
  const { outcomes } = await get(wanted, from, new ScriptedService(['2024-01-02'] as Day[]));
  expect(outcomes.map(({ day }) => day)).toEqual(wanted);
  expect(readdirSync(from.store.places.days)).toEqual(['.unfinished', '2024-01-01.json']);
  expect(from.onTrouble.mock.calls.map(([{ message }]) => message)).toEqual([
    expect.stringMatching(/^cannot write in .*claims.*: not a directory$/),
    expect.stringMatching(/^cannot write in .*claims.*: not a directory$/),
  ]);
});

describe('the work of another process', () => {
  function claimedElsewhere(month: string) {
    const from = holdingsOf();
    mkdirSync(from.store.places.claims, { recursive: true });
    writeFileSync(join(from.store.places.claims, month), 'of another');
    return from;
  }

  test('is waited for no longer than anything may be sent', async () => {
    const from = claimedElsewhere('2024-01');
    const { library, fetchings } = libraryOf(from, new ScriptedService());
    const plan = library.plan(days('2024-01-01', '2024-01-02'), 'range');
    const reading = library.days(plan, new Ledger()).next();
    await vi.waitFor(() => expect(fetchings).toHaveLength(1));
    fetchings[0]?.stop(new Error('nobody reads on'));
    await expect(reading).rejects.toThrow('nobody reads on');
  });

  test('in its month keeps nobody from the running day, which is not kept', async () => {
    const from = claimedElsewhere('2024-03');
    const { outcomes } = await get(days('2024-03-15', '2024-03-15'), from, new ScriptedService());
    expect(outcomes).toEqual([ratesOf('2024-03-15' as Day)]);
    expect(readdirSync(from.store.places.claims)).toEqual(['2024-03']);
  });
});
