import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processMark } from '../../src/process-mark.ts';
import { HeldFiles } from '../support/held-files.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

/** Suspended while its request of that number is under way; `resume` lets both go on. */
async function suspended(number: number, line: string) {
  const latch = new Latch();
  const given = await scene(
    (request, response, pass) => (request.number === number ? behind(latch)(request, response, pass) : pass()),
    { key: 'free-key' },
  );
  const child = given.machine.start(line.split(' '));
  const end = finished(child);
  await given.service.came(number);
  child.kill('SIGSTOP');
  const resume = () => {
    latch.open();
    child.kill('SIGCONT');
  };
  const place = processMark().split('.')[1];
  const claim = (month: string, pid: number) =>
    writeFileSync(join(given.held.places.locks, month), `${pid} ${hostname()} 0123456789ab ${pid}..${place}`);
  return { ...given, end, claim, resume };
}

test('a run that was suspended pays for nothing that another has fetched in the meantime', async () => {
  const line = 'series 2024-01 2024-02 -s EUR --concurrency 1';
  const { service, held, end, claim, resume } = await suspended(1, line);
  const other = Machine.for(service.url, 'enterprise-key');
  const { stdout } = await other.run(line.split(' '));
  const theirs = new HeldFiles(other, service.url);
  for (const month of held.aside('locks')) claim(month, process.pid);
  mkdirSync(held.places.days, { recursive: true });
  for (const day of theirs.days()) copyFileSync(theirs.pathOf(day), held.pathOf(day));
  const before = service.cost();
  resume();
  // what has the locks is done with them
  await service.came(service.requests.length);
  for (const month of held.aside('locks')) rmSync(join(held.places.locks, month));

  expect(await end).toMatchObject({ code: 0, stdout });
  // its first request, which was under way: the refusal of a series is free, and a day costs one
  expect(service.cost() - before).toBeLessThanOrEqual(1);
});
