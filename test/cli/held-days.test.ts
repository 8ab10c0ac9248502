import { expect, test } from 'vitest';
import { folderOf } from '../../src/sources/oxr/source.ts';
import { first, status } from '../support/faults.ts';
import { scene } from '../support/scene.ts';
import { dayBody } from '../support/service.ts';

test.each([
  ['.local/share/ratebook', ''],
  ['kept', ' --store kept'],
])('days lie in ~/%s by their own address, in the shape of the service, with%s', async (store, option) => {
  const { service, machine, built } = await scene();
  await built(`historical 2024-01-17${option}`);
  const answer = await fetch(`${service.url}/historical/2024-01-17.json?app_id=any`);
  const held = machine.read(`${store}/${folderOf(service.url)}/historical/2024-01-17.json`);
  expect(held).toBe(`${(await answer.text()).trimEnd()}\n`);
});

test('the body of an error is no answer, however much it looks like one: a later run does not find it', async () => {
  const { service, held, run } = await scene(first(1, status(400, dayBody({ USD: 1, EUR: 99 }))));
  const day = 'historical 2024-01-17 -s EUR -q';
  expect((await run(day)).code).toBe(1);
  expect(held.aside('journal')).toEqual([]);
  expect(await run(day)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('99\n') });
  expect(service.asked()).toEqual(['2024-01-17', '2024-01-17']);
});
