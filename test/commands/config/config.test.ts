import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askHidden, firstLine } from '../../../src/cli/prompt.ts';
import { configGet, configList, configPath, configSet, configUnset } from '../../../src/commands/config/config.ts';
import { exit } from '../../../src/errors.ts';
import type { Cli } from '../../../src/run/host.ts';

let folder: string;
let path: string;

beforeEach(() => {
  // an accent stays also where the locale, as here, has none
  folder = mkdtempSync(join(tmpdir(), 'ratebook-für-mich-'));
  path = join(folder, 'ratebook', 'config.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function machineWith(
  variables: Record<string, string> = {},
  stdin: Readable & { isTTY?: boolean } = Readable.from([]),
) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const { signal } = new AbortController();
  const host = {
    env: {
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: '/data',
      XDG_STATE_HOME: join(folder, 'state'),
      ...variables,
    },
    platform: 'linux' as const,
    home: '/home/me',
    stdin,
    stdout,
    stderr,
    now: Date.now,
    signal: new AbortController().signal,
    prompt: {
      confirm: () => Promise.reject(new Error('nothing is to be confirmed')),
      secret: (question: string) => askHidden(question, { stdin, stderr, signal }),
      firstLine: () => firstLine({ stdin, signal }),
    },
  };
  const reporter = { problem: (text: string) => stderr.write(`${text}\n`) };
  const cli = { host, reporter } as unknown as Cli;
  return { cli, out: () => String(stdout.read() ?? ''), said: () => String(stderr.read() ?? '') };
}

function lay(values: object): void {
  mkdirSync(join(folder, 'ratebook'));
  writeFileSync(path, JSON.stringify(values));
}

const plainly = { format: undefined, path: undefined, header: true, decimal: undefined, pager: true };

const stored = () => JSON.parse(readFileSync(path, 'utf8'));

describe('config list', () => {
  it('shows each value and where it comes from', async () => {
    lay({ base: 'eur', symbols: ['GBP', 'chf'], app_id: '0123456789abcdef' });
    const { cli, out } = machineWith({ RATEBOOK_CONCURRENCY: '8' });
    expect(await configList(plainly, cli)).toBe(exit.ok);
    expect(
      out()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['source', 'oxr', 'default'],
      ['ecb_url', 'https://www.ecb.europa.eu', 'default'],
      ['app_id', '********cdef', path],
      ['base_url', 'https://openexchangerates.org/api', 'default'],
      ['base', 'EUR', path],
      ['symbols', 'GBP,CHF', path],
      ['format', '-', 'not set'],
      ['confirm_above', '366', 'default'],
      ['concurrency', '8', 'RATEBOOK_CONCURRENCY'],
      ['timeout', '30', 'default'],
      ['store', '/data/ratebook', 'default'],
      [''],
    ]);
  });

  it('shows wrong values with the others, and fails', async () => {
    lay({ base: 'E!', timeout: 5 });
    const { cli, out } = machineWith();
    await expect(configList(plainly, cli)).rejects.toThrow(/config\.json: base: "E!" is not a currency code/);
    expect(out()).toMatch(/^base +E! +\/.*config\.json\n(.*\n)*timeout +5 /m);
  });

  it('shows nothing of a wrong app_id but its end', async () => {
    const { cli, out } = machineWith({ RATEBOOK_APP_ID: 'with a blank in it' });
    await expect(configList(plainly, cli)).rejects.toThrow(/^RATEBOOK_APP_ID: (?!.*blank in it)/);
    expect(out()).toMatch(/^app_id +\*{8}n it +RATEBOOK_APP_ID$/m);
  });
});

describe('config get', () => {
  it('prints the value alone', () => {
    const { cli, out } = machineWith({ RATEBOOK_SYMBOLS: 'eur,gbp' });
    expect(configGet('symbols', cli)).toBe(exit.ok);
    expect(out()).toBe('EUR,GBP\n');
  });

  it('prints nothing and fails where the key has no value', () => {
    const { cli, out } = machineWith();
    expect(() => configGet('format', cli)).toThrow('format is not set');
    expect(out()).toBe('');
  });

  it('shows the last four characters of an app_id, and nothing of a short one', () => {
    const long = machineWith({ RATEBOOK_APP_ID: '0123456789abcdef' });
    configGet('app_id', long.cli);
    expect(long.out()).toBe('********cdef\n');
    const short = machineWith({ RATEBOOK_APP_ID: '0123456789a' });
    configGet('app_id', short.cli);
    expect(short.out()).toBe('********\n');
  });

  it('is not stopped by another key that is wrong', () => {
    lay({ base: 'E!', timeout: 5 });
    const { cli, out } = machineWith();
    expect(configGet('timeout', cli)).toBe(exit.ok);
    expect(out()).toBe('5\n');
  });
});

describe('config set and unset', () => {
  it('mend a wrong value', async () => {
    lay({ base: 'E!', timeout: 'soon' });
    const { cli } = machineWith();
    await configSet('base', 'chf', cli);
    await configUnset('timeout', cli);
    expect(stored()).toEqual({ base: 'CHF' });
  });

  it('take out a key that nobody knows', async () => {
    lay({ confirm_abov: 5 });
    expect(await configUnset('confirm_abov', machineWith().cli)).toBe(exit.ok);
    expect(stored()).toEqual({});
  });

  it('want a value for every key but app_id', async () => {
    await expect(configSet('base', undefined, machineWith().cli)).rejects.toThrow(
      expect.objectContaining({ exitCode: exit.usage }),
    );
  });
});

describe('config set app_id without a value', () => {
  it('reads the first line of a pipe', async () => {
    const { cli, out, said } = machineWith({}, Readable.from(['0123456', '789abc\r\nmore\n']));
    expect(await configSet('app_id', undefined, cli)).toBe(exit.ok);
    expect(stored()).toEqual({ app_id: '0123456789abc' });
    expect(out() + said()).toBe('');
  });

  it('is a usage error where nothing comes', async () => {
    await expect(configSet('app_id', undefined, machineWith().cli)).rejects.toThrow(
      expect.objectContaining({ exitCode: exit.usage }),
    );
  });

  it('asks on a terminal and does not show what is typed', async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    const { cli, out, said } = machineWith({}, terminal);
    terminal.write('0123456789abx\u007fc\r');
    expect(await configSet('app_id', undefined, cli)).toBe(exit.ok);
    expect(stored()).toEqual({ app_id: '0123456789abc' });
    expect(said()).toBe('app_id (not shown): \n');
    expect(out()).toBe('');
  });
});

describe('an unknown key', () => {
  it.each([configGet, configUnset, (word: string, cli: Cli) => configSet(word, 'x', cli)])(
    'is a usage error with one suggestion',
    async (run) => {
      const { cli } = machineWith();
      await expect(async () => run('symbol', cli)).rejects.toThrow(
        expect.objectContaining({ exitCode: exit.usage, hints: ['did you mean symbols?'] }),
      );
    },
  );
});

it('config path prints where the file lies, whatever is in it', () => {
  lay([]);
  const { cli, out } = machineWith();
  expect(configPath(cli)).toBe(exit.ok);
  expect(out()).toBe(`${path}\n`);
});
