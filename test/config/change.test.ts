import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

const mode = (of: string) => statSync(of).mode & 0o777;

function lay(text: string): void {
  mkdirSync(join(folder, 'ratebook'));
  writeFileSync(path, text, { mode: 0o644 });
}

describe('setting a value', () => {
  it('makes the folder and the file for their owner alone', async () => {
    await set('app_id', 'abc', path, signal);
    expect([mode(join(folder, 'ratebook')), mode(path)]).toEqual([0o700, 0o600]);
  });

  it('is a failure where nothing can be written', async () => {
    writeFileSync(join(folder, 'ratebook'), 'a file');
    await expect(set('base', 'EUR', path, signal)).rejects.toThrow(expect.objectContaining({ exitCode: exit.failed }));
  });
});

describe('the config file', () => {
  it('may be missing', () => expect(readConfig(path)).toEqual({ path, values: {} }));

  const damaged = ['', '{"base":', '[]', 'null', '"EUR"', '{"app_id": secret}'];
  it.each(damaged)('is refused and left alone: %s', async (text) => {
    lay(text);
    const refusal = expect.objectContaining({
      exitCode: exit.failed,
      message: expect.stringMatching(new RegExp(`^${path}: not (?!.*secret)`)),
    });
    expect(() => readConfig(path)).toThrow(refusal);
    await expect(set('base', 'EUR', path, signal)).rejects.toThrow(refusal);
    await expect(unset('base', path, signal)).rejects.toThrow(refusal);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is refused at once where it is a named pipe, or too large', () => {
    lay(`{${' '.repeat(1_000_000)}}`);
    expect(() => readConfig(path)).toThrow(`${path}: larger than 1,000,000 bytes`);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => readConfig(pipe)).toThrow(`${pipe}: not a file`);
  });
});
