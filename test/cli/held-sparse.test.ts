import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scene } from '../support/scene.ts';
import { dayBody, reply } from '../support/service.ts';

const whole = { CHF: 0.8, EUR: 0.9, GBP: 0.7, JPY: 150, USD: 1 };
const few = { EUR: 0.91, USD: 1 };
const due = 'kept, and asked for once more when a code is missing\n';
const one = '1 day: 0 held, 1 to fetch, cost 1 request\n';

test('several runs at once ask once, and a killed one leaves an answer that is looked at like others', async () => {
  const { service, run, built, held } = await scene((_request, response) => reply(response, 200, dayBody(few)));
  held.write('2024-01-16', JSON.stringify(dayBody(whole)));
  const { arrived } = held.places;
  mkdirSync(arrived, { recursive: true });
  const left = `2024-01-15.${Date.now() - 100_000}.1.0123456789ab`;
  writeFileSync(join(arrived, left), JSON.stringify(dayBody(few)));
  const { stderr } = await run('historical 2024-01-17 -s EUR');
  expect(stderr).toBe(
    `2024-01-15 has 2 codes, 2024-01-16 has 5: ${due}${one}2024-01-17 has 2 codes, 2024-01-16 has 5: ${due}`,
  );
  const results = await Promise.all([1, 2, 3].map(() => built('historical 2024-01-17 -s EUR,GBP')));
  expect(results.map(({ code }) => code)).toEqual([3, 3, 3]);
  expect(service.asked()).toEqual(['2024-01-17', '2024-01-17']);
});
