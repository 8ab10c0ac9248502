import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { set, unset } from '../../src/config/change.ts';
import { readConfig } from '../../src/config/settings.ts';
import { exit } from '../../src/errors.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const { signal } = new AbortController();
let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'ratebook', 'config.json');
});

function lay(text: string): void {
  mkdirSync(join(folder, 'ratebook'));
  writeFileSync(path, text, { mode: 0o644 });
}

describe('the config file', () => {
  it('may be missing', () => expect(readConfig(path)).toEqual({ path, values: {} }));

  it.each(['', '{"base":', '[]', 'null', '"EUR"', '{"app_id": secret}'])(
    'is refused and left alone: %s',
    async (text) => {
      lay(text);
      const refusal = expect.objectContaining({
        exitCode: exit.failed,
        message: expect.stringMatching(new RegExp(`^${path}: not (?!.*secret)`)),
      });
      expect(() => readConfig(path)).toThrow(refusal);
      await expect(set('base', 'EUR', path, signal)).rejects.toThrow(refusal);
      await expect(unset('base', path, signal)).rejects.toThrow(refusal);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('is a failure where it cannot be read', () => {
    mkdirSync(path, { recursive: true });
    expect(() => readConfig(path)).toThrow(expect.objectContaining({ exitCode: exit.failed }));
  });
});
