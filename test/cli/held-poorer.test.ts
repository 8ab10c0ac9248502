import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { scene } from '../support/scene.ts';
import { dayBody, reply } from '../support/service.ts';

const day = '2024-01-17';
const whole = { EUR: 0.9, GBP: 0.8, USD: 1 };
const unusable = { EUR: 0.9, GBP: 'none', USD: 1 };
const lacking = { EUR: 0.9, USD: 1 };

/** Of a service that answers one time after another with these rates. */
function answering(...answers: readonly object[]) {
  return scene(({ number }, response) => reply(response, 200, dayBody(answers[number - 1] as never)));
}

test('a rate that could not be used is named by each run that shows it, until a refresh brings it', async () => {
  const { service, machine } = await answering(unusable, whole);
  const run = (...more: string[]) => machine.run(['historical', day, '-q', ...more]);
  const named = expect.stringContaining(`ratebook: no usable rate for GBP on ${day}\n`);
  expect(await run('-s', 'EUR,GBP')).toMatchObject({ code: 3, stderr: named });
  expect(await run()).toMatchObject({ code: 3, stderr: named });
  expect(await run('--offline', '-s', 'GBP')).toMatchObject({ code: 3, stderr: named });
  expect(await run('-s', 'EUR')).toMatchObject({ code: 0, stderr: '' });
  expect(service.cost()).toBe(1);
  expect(await run('--refresh')).toMatchObject({ code: 0, stderr: '' });
  expect(await run('-s', 'GBP')).toMatchObject({ code: 0, stderr: '' });
  expect(service.cost()).toBe(2);
});

test.each([
  ['lacks a rate that is held', lacking],
  ['has one that cannot be used', unusable],
])('a refresh that %s leaves the held file, and lies beside the older ones', async (_name, poorer) => {
  const { service, machine } = await answering(whole, poorer);
  await machine.run(['historical', day]);
  const files = new HeldFiles(machine, service.url);
  const held = files.read(day);
  await machine.run(['historical', day, '--refresh']);
  expect(service.cost()).toBe(2);
  expect(files.read(day)).toBe(held);
  const [aside = '', ...others] = files.aside('older');
  expect(others).toEqual([]);
  expect(JSON.parse(readFileSync(join(files.places.older, aside), 'utf8')).rates).toEqual(lacking);
  expect((await machine.run(['historical', day, '-s', 'GBP', '-q'])).code).toBe(0);
});
