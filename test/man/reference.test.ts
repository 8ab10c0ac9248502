import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referencePage } from '../../man/reference.ts';
import { createProgram } from '../../src/cli/program.ts';
import type { Cli } from '../../src/run/host.ts';

test('docs/reference.md is what npm run build writes', async () => {
  const committed = readFileSync(join(import.meta.dirname, '../../docs/reference.md'), 'utf8');
  expect(referencePage(await createProgram({} as Cli, () => {}))).toBe(committed);
});
