import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scene } from '../support/scene.ts';
import { dayBody, reply } from '../support/service.ts';

const day = '2024-01-17';
const whole = { EUR: 0.9, GBP: 0.8, USD: 1 };
const unusable = { EUR: 0.9, GBP: 'none', USD: 1 };
const lacking = { EUR: 0.9, USD: 1 };

/** Of a service that answers one time after another with these rates; each run is quiet. */
async function answering(...answers: readonly Readonly<Record<string, unknown>>[]) {
  const given = await scene(({ number }, response) => reply(response, 200, dayBody(answers[number - 1] ?? {})));
  return { ...given, ask: (more = '') => given.run(`historical ${day} -q${more}`) };
}

test('a rate that could not be used is named by each run that shows it, until a refresh brings it', async () => {
  const { service, ask, built } = await answering(unusable, whole);
  const named = expect.stringContaining(`ratebook: no usable rate for GBP on ${day}\n`);
  expect(await built(`historical ${day} -q -s EUR,GBP`)).toMatchObject({ code: 3, stderr: named });
  for (const more of ['', ' --offline -s GBP']) expect(await ask(more)).toMatchObject({ code: 3, stderr: named });
  expect(await ask(' -s EUR')).toMatchObject({ code: 0, stderr: '' });
  expect(service.cost()).toBe(1);
  for (const more of [' --refresh', ' -s GBP']) expect(await ask(more)).toMatchObject({ code: 0, stderr: '' });
  expect(service.cost()).toBe(2);
});

test.each([
  ['lacks a rate that is held', lacking],
  ['has one that cannot be used', unusable],
])('a refresh that %s leaves the held file, and lies beside the older ones', async (_name, poorer) => {
  const { service, held, ask } = await answering(whole, poorer);
  await ask();
  const before = held.read(day);
  await ask(' --refresh');
  expect([service.cost(), held.read(day)]).toEqual([2, before]);
  const aside = held.aside('older').map((name) => readFileSync(join(held.places.older, name), 'utf8'));
  expect(aside.map((text) => JSON.parse(text).rates)).toEqual([lacking]);
  expect((await ask(' -s GBP')).code).toBe(0);
});
