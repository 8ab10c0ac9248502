import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../dist', name), 'utf8');

test('the bill of materials has every package whose licence is shipped', () => {
  const { components }: { components: { name: string; version: string; licenses: { license: { id: string } }[] }[] } =
    JSON.parse(read('bom.json'));
  const notices = read('licenses.txt').split(`\n${'-'.repeat(80)}\n\n`);
  expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(
    notices.map((notice) => notice.split('\n')[0]),
  );
  expect(components.flatMap(({ licenses }) => licenses.map(({ license }) => typeof license.id))).not.toContain(
    'undefined',
  );
});
