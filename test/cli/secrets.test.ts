import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type KeyName, keyNames } from '../../src/config/settings.ts';
import { eachCase } from '../support/cases.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});

async function run(line: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runHere(machine, line.split(' '), { env });
  expect(stdout + stderr).not.toContain('hunter2');
  return { code, stdout, stderr };
}

function inFile(name: KeyName, value: unknown): void {
  const path = join(machine.home, '.config/ratebook/config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ [name]: value }));
}

describe.each(['base_url', 'bdi_url'] as const)('a secret in %s is printed nowhere', (name) => {
  const source = `--source ${{ base_url: 'oxr', bdi_url: 'bdi' }[name]}`;
  const variable = `RATEBOOK_${name.toUpperCase()}`;

  eachCase(`
    https://me:hunter2@host/api = https://***@host/api   https://host/api?key=hunter2 = https://host/api?***
    https://host/api#hunter2 = https://host/api#***   https://me:hun/hunter2@host = https://***@host
    me:hunter2@host/api = ***@host/api   ftp://me:hunter2@host = ftp://***@host
  `)('%s', async (text = '', shown = '') => {
    const listed = new RegExp(`^${name} +${shown.replaceAll(/[*?]/g, '\\$&')} `, 'm');
    for (const env of [{ [variable]: text }, {}]) {
      if (Object.keys(env).length === 0) inFile(name, text);
      const list = await run('config list', env);
      expect(list.stdout).toMatch(listed);
      expect(list.stderr).toMatch(/^ratebook: .*_url: ./i);
      const others = ['config list -f json', `config get ${name}`, `store path ${source}`, 'store info'];
      for (const line of [...others, `historical 2024-01-17 --debug ${source}`])
        expect((await run(line, env)).stderr).toMatch(/^ratebook: /);
    }
    expect((await run(`config set ${name} ${text}`)).code).toBe(2);
  });
});

const address = 'https://me:hunter2@host/api?key=hunter2';

test.each(keyNames)('an address that is given for %s loses its secrets, too', async (name) => {
  const env = { [`RATEBOOK_${name.toUpperCase()}`]: address };
  for (const line of ['config list', `config get ${name}`, 'store path']) await run(line, env);
  await run(`config set ${name} ${address}`);
  inFile(name, [address]);
  await run('config list');
});

test.each([
  ...['ADDRESS', 'historical ADDRESS', 'latest --source ADDRESS', 'currencies ADDRESS', 'store import ADDRESS'],
  ...['convert 5 EUR USD --rates ADDRESS', 'annotate ADDRESS --date a --amount b --from EUR --to USD'],
])('nor is it told in an error: %s', async (line) =>
  expect((await run(line.replace('ADDRESS', address))).stderr).toMatch(/^ratebook: /),
);

test.each([
  ['http://me:hunter2@127.0.0.1:1', 'cannot connect through the proxy 127.0.0.1:1 (HTTPS_PROXY)'],
  ['http://me:hunter2%ZZ@127.0.0.1:1', 'HTTPS_PROXY is not a valid proxy address'],
  ['socks5://me:hunter2@127.0.0.1:1', 'HTTPS_PROXY names a SOCKS proxy, and only HTTP proxies are supported'],
  ['me:hunter2@127.0.0.1:1', 'cannot connect through the proxy 127.0.0.1:1 (HTTPS_PROXY)'],
])('nor are those of a proxy: %s', async (proxy, told) => {
  const own = { RATEBOOK_BASE_URL: 'https://rates.example/api', RATEBOOK_APP_ID: 'a-key-of-a-test' };
  const { stderr } = await run('historical 2024-01-17 --debug', { HTTPS_PROXY: proxy, ...own });
  expect(stderr).toContain(told);
});
