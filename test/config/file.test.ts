import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig, set, unset } from '../../src/config/file.ts';
import { exit } from '../../src/errors.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ratebook-config-'));
  path = join(folder, 'ratebook', 'config.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const mode = (of: string) => statSync(of).mode & 0o777;

function lay(text: string): void {
  mkdirSync(join(folder, 'ratebook'));
  writeFileSync(path, text, { mode: 0o644 });
}

describe('the config file', () => {
  it('may be missing', () => {
    expect(readConfig(path)).toEqual({ path, values: {} });
  });

  it.each(['', '{"base":', '[]', 'null', '"EUR"', '{"app_id": secret}'])(
    'is refused and left alone: %s',
    async (text) => {
      lay(text);
      const refusal = expect.objectContaining({
        exitCode: exit.failed,
        message: expect.stringMatching(new RegExp(`^${path}: not (?!.*secret)`)),
      });
      expect(() => readConfig(path)).toThrow(refusal);
      await expect(set('base', 'EUR', path)).rejects.toThrow(refusal);
      await expect(unset('base', path)).rejects.toThrow(refusal);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('is a failure where it cannot be read', () => {
    mkdirSync(path, { recursive: true });
    expect(() => readConfig(path)).toThrow(expect.objectContaining({ exitCode: exit.failed }));
  });
});

describe('setting a value', () => {
  it('makes the folder and the file for their owner alone', async () => {
    await set('app_id', 'abc', path);
    expect([mode(join(folder, 'ratebook')), mode(path)]).toEqual([0o700, 0o600]);
  });

  it('closes a file that others could read', async () => {
    lay('{}');
    await set('app_id', 'abc', path);
    expect(mode(path)).toBe(0o600);
  });

  it('writes what is read back, and keeps the rest', async () => {
    lay('{"base": "E!", "colour": "red"}');
    await set('symbols', 'gbp,EUR', path);
    await set('timeout', '2.5', path);
    await set('base', 'chf', path);
    expect(readConfig(path).values).toEqual({ base: 'CHF', colour: 'red', symbols: 'GBP,EUR', timeout: 2.5 });
  });

  it('is a usage error where the value is wrong, and writes nothing', async () => {
    await expect(set('concurrency', '65', path)).rejects.toThrow(
      expect.objectContaining({ exitCode: exit.usage }),
    );
    expect(() => statSync(path)).toThrow();
  });

  it('keeps a symbolic link and writes what it points to', async () => {
    lay('{}');
    const link = join(folder, 'config.json');
    symlinkSync(path, link);
    await set('base', 'EUR', link);
    expect(readConfig(path).values).toEqual({ base: 'EUR' });
  });

  it('is a failure where nothing can be written', async () => {
    writeFileSync(join(folder, 'ratebook'), 'a file');
    await expect(set('base', 'EUR', path)).rejects.toThrow(
      expect.objectContaining({ exitCode: exit.failed }),
    );
  });
});

describe('unsetting', () => {
  it('takes out one key, known or not', async () => {
    lay('{"base": "E!", "colour": "red", "timeout": 5}');
    expect(await unset('base', path)).toBe(true);
    expect(await unset('colour', path)).toBe(true);
    expect(readConfig(path).values).toEqual({ timeout: 5 });
  });

  it('makes no file', async () => {
    expect(await unset('base', path)).toBe(false);
    expect(() => statSync(join(folder, 'ratebook'))).toThrow();
  });
});
