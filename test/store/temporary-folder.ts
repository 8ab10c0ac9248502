import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../support/at-end.ts';

/** A folder of its own for a test; gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
