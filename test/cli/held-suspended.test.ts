import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { Latch } from '../support/latch.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { startService } from '../support/service.ts';

test('a run that was suspended pays for nothing that another has fetched in the meantime', async () => {
  const latch = new Latch();
  const service = await startService(({ number }, _response, pass) =>
    number === 1 ? void latch.opened.then(pass) : pass(),
  );
  const query = ['series', '2024-01', '2024-02', '-s', 'EUR', '--concurrency', '1'];
  const machine = Machine.for(service.url, 'free-key');
  const suspended = machine.start(query);
  const end = finished(suspended);
  await service.came(1);
  suspended.kill('SIGSTOP');

  const other = Machine.for(service.url, 'enterprise-key');
  const { stdout } = await other.run(query);
  const [held, theirs] = [new HeldFiles(machine, service.url), new HeldFiles(other, service.url)];
  for (const month of held.aside('claims'))
    writeFileSync(join(held.places.claims, month), `${process.pid} ${hostname()} 0123456789ab`);
  for (const day of theirs.days()) {
    mkdirSync(dirname(held.pathOf(day)), { recursive: true });
    copyFileSync(theirs.pathOf(day), held.pathOf(day));
  }
  const before = service.cost();
  latch.open();
  suspended.kill('SIGCONT');
  // what has the claims is done with them
  await service.came(service.requests.length);
  for (const month of held.aside('claims')) rmSync(join(held.places.claims, month));

  expect(await end).toMatchObject({ code: 0, stdout });
  // its first request, which was under way: the refusal of a series is free, and a day costs one
  expect(service.cost() - before).toBeLessThanOrEqual(1);
});

test('a suspended refresh fetches no day twice either', async () => {
  const latch = new Latch();
  // the refused series, a day, and the day in which it is suspended
  const service = await startService(({ number }, _response, pass) =>
    number === 3 ? void latch.opened.then(pass) : pass(),
  );
  const machine = Machine.for(service.url, 'free-key');
  const query = ['series', '2024-01', '-s', 'EUR', '--refresh', '--concurrency', '1'];
  const suspended = machine.start(query);
  const end = finished(suspended);
  await service.came(3);
  suspended.kill('SIGSTOP');
  const { claims } = new HeldFiles(machine, service.url).places;
  writeFileSync(join(claims, '2024-01'), `${2 ** 22 + 1} ${hostname()} 0123456789ab`);
  latch.open();
  suspended.kill('SIGCONT');
  expect((await end).code).toBe(0);
  const days = service.asked().filter((asked) => !asked.includes('..'));
  expect(days.sort()).toEqual([...new Set(days)]);
  expect(days).toHaveLength(31);
});
