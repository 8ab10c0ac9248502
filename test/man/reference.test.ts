import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referencePage } from '../../man/reference.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';

test('docs/reference.md is what npm run build writes', async () => {
  const committed = readFileSync(join(import.meta.dirname, '../../docs/reference.md'), 'utf8');
  expect(referencePage(await createProgram({} as App, () => {}))).toBe(committed);
});
