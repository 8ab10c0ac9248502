import { expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { scene } from '../support/scene.ts';
import { dayBody, first, reply } from '../support/service.ts';

test('the body of an error is no answer, however much it looks like one: a later run does not find it', async () => {
  const error = dayBody({ USD: 1, EUR: 99 });
  const { service, machine } = await scene(first(1, (_request, response) => reply(response, 400, error)));
  const day = ['historical', '2024-01-17', '-s', 'EUR', '-q'];
  expect((await machine.run(day)).code).toBe(1);
  const files = new HeldFiles(machine, service.url);
  expect(files.aside('arrived')).toEqual([]);
  const { code, stdout } = await machine.run(day);
  expect(code).toBe(0);
  expect(stdout).not.toContain('99\n');
  expect(service.asked()).toEqual(['2024-01-17', '2024-01-17']);
});
