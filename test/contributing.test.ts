import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** `planDays` in `src/fetch/plan.ts`, also over the end of a line. */
const places = [...page.matchAll(/`(\w+)`(?: and `(\w+)`)? in\s+`(src\/[\w/-]+\.ts)`/g)].flatMap(
  ([, one = '', other, file = '']) => [one, other].flatMap((name) => (name ? [[name, file] as const] : [])),
);

test('CONTRIBUTING.md names functions', () => expect(places.length).toBeGreaterThan(15));

test.each(places)('%s is in %s, as CONTRIBUTING.md says', (name, file) => {
  const declared = new RegExp(`(?:function\\*? |class |const |async \\*?| )${name}\\b`);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(declared);
});

const paths = new Set(page.match(/`src\/[\w/.-]+`/g)?.map((path) => path.slice(1, -1)));

test.each([...paths])('%s is there', (path) => expect(existsSync(join(root, path))).toBe(true));
