import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFolder, orNoOther, runAs, stranger } from '../support/other-user.ts';

/** Runs as a user without HOME and without an entry in the user database, as in a container. */
const homeless = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => runAs(stranger, args, env);

/** Writable for such a user. */
function writableFolder(): string {
  const folder = openFolder();
  chmodSync(folder, 0o777);
  return folder;
}

const noFolder = (what: string, variable: string) => ({
  code: 1,
  stdout: '',
  stderr: `ratebook: the folder for ${what} is unknown: neither HOME nor ${variable} is set\nhint: set ${variable} to a full path\n`,
});

const day = ['historical', '2024-01-17', '--demo', '-s', 'EUR', '-f', 'csv', '-q'];
const printed = { code: 0, stdout: 'date,base,quote,rate\n2024-01-17,USD,EUR,0.955\n', stderr: '' };

// elsewhere the units of places and settings stand for these
describe.skipIf(orNoOther)(`without a home${orNoOther}`, () => {
  test.concurrent('what needs no folder works', async () => {
    expect(await homeless([...day, '--no-store'])).toEqual(printed);
    expect(await homeless(['config', 'get', 'base'])).toEqual({ code: 0, stdout: 'EUR\n', stderr: '' });
  });

  test.concurrent('a configuration in a folder of another user is ignored, with a note', async () => {
    const folder = join(openFolder(), 'ratebook');
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'config.json'), '{"base":"CHF"}');
    const env = { XDG_CONFIG_HOME: dirname(folder) };
    const note = `${join(folder, 'config.json')} is ignored: its folder belongs to another user\n`;
    expect(await homeless(['config', 'get', 'base'], env)).toEqual({ code: 0, stdout: 'EUR\n', stderr: note });
  });

  test.concurrent.each([
    [day, 'the stored days', 'XDG_DATA_HOME'],
    [['config', 'set', 'base', 'EUR'], 'the configuration', 'XDG_CONFIG_HOME'],
  ])('%j has no folder for %s, and names %s', async (args, what, variable) =>
    expect(await homeless(args)).toEqual(noFolder(what, variable)),
  );

  test.concurrent('with XDG_DATA_HOME alone days are stored, and what is remembered lies beside them', async () => {
    const home = writableFolder();
    const env = { XDG_DATA_HOME: home };
    expect([await homeless(day, env), await homeless([...day, '--offline'], env)]).toEqual([printed, printed]);
    const archive = ['archive', '--demo', '--since', '2024-01-17', '--max-cost', '1', '-q'];
    expect(await homeless(archive, env)).toEqual({ code: 0, stdout: '', stderr: '' });
    const store = join(home, 'ratebook');
    expect(readdirSync(store).sort()).toEqual(['.state', 'demo-1']);
    expect(readFileSync(join(store, '.state/archive/demo-1.json'), 'utf8')).toContain('"since": "2024-01-17"');
    const info = await homeless(['store', 'info', '-f', 'csv'], env);
    expect(info).toMatchObject({ code: 0, stderr: '' });
    expect(info.stdout).not.toContain('.state');
  });
});
