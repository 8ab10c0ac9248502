import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inShell } from '../../src/words.ts';
import { atEnd } from '../support/at-end.ts';
import { Shell } from '../support/console.ts';
import { openFolder } from '../support/other-user.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8');
type Block = { readonly kind: string; readonly text: string };

/** Of a chapter: what is typed, in order, and what it prints. */
function blocksOf(name: string): Block[] {
  const chapter = guide.split(/^## /m).find((text) => text.startsWith(`${name}\n`)) ?? '';
  return Array.from(chapter.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, kind = '', text = '']) => ({ kind, text }));
}

const textIn = (blocks: readonly Block[], kind: string) =>
  blocks.map((block) => (block.kind === kind ? block.text : '')).join('');

/** A shell whose ratebook has the demonstration as its service. */
async function shell(): Promise<Shell> {
  const reader = new Shell();
  const url = await reader.run('ratebook serve --demo --port 0 2> serve.log &');
  await reader.run(`export RATEBOOK_BASE_URL=${url.trim().split('\n').at(-1)} RATEBOOK_APP_ID=enterprise`);
  return reader;
}

async function typed(reader: Shell, commands: string): Promise<string> {
  const lines = commands.replaceAll('\\\n', ' ').trim().split('\n');
  let output = '';
  for (const line of lines) output += await reader.run(line);
  return output;
}

/** Types all of a chapter, and the part that runs every night a second time. */
async function loadTwice(chapter: string, reader: Shell, all: string, asRead = (row: string) => row): Promise<void> {
  const blocks = blocksOf(chapter);
  expect(await typed(reader, textIn(blocks, 'sh'))).toBe(textIn(blocks, 'text'));
  const [, nightly] = blocks.filter(({ kind }) => kind === 'sh');
  const rowsOf = async (command: string) => (await reader.run(command)).trimEnd().split('\n');
  const loaded = await rowsOf(all);
  const [, shown] = blocks.filter(({ kind }) => kind === 'text');
  expect(await typed(reader, nightly?.text ?? '')).toBe(shown?.text);
  expect(different(await rowsOf(all), loaded)).toEqual([]);
  const rows = await rowsOf('for days in 2024-01 7d; do ratebook series $days -q -f csv --no-header; done');
  expect(rows.length).toBeGreaterThan(6000);
  expect(different(rows.map(asRead), loaded.map(asRead))).toEqual([]);
}

/** Some of the rows that only one of both has; a comparison of all would take minutes where they differ. */
function different(some: readonly string[], others: readonly string[]): string[] {
  const [these, those] = [new Set(some), new Set(others)];
  const alone = [...some.filter((row) => !those.has(row)), ...others.filter((row) => !these.has(row))];
  return [...alone.slice(0, 5), ...(some.length === others.length ? [] : [`${some.length} and ${others.length} rows`])];
}

const has = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;
const orSkipped = (isThere: boolean, name: string) => (isThere ? '' : ` (skipped: there is no ${name})`);
const hasSqlite = has('sqlite3', '--version');

test.skipIf(!hasSqlite)(`SQLite is loaded, and loaded again${orSkipped(hasSqlite, 'sqlite3')}`, async () => {
  const all = 'sqlite3 -csv rates.db "SELECT * FROM rate ORDER BY date, quote" | tr -d "\\r"';
  await loadTwice('SQLite', await shell(), all, (row) => row.replace(/[^,]+$/, (rate) => String(Number(rate))));
});

const versions = '/usr/lib/postgresql';
const programs = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
const newest = programs.findLast((bin) => existsSync(join(bin, 'initdb')));

/** Its folder, which has its socket: a server without a port, of a user who is not root. */
function startPostgres(bin: string): string {
  const isRoot = process.getuid?.() === 0;
  const folder = openFolder();
  if (isRoot) {
    const [user, group] = ['-u', '-g'].map((id) => Number(execFileSync('id', [id, 'postgres'])));
    chownSync(folder, user as number, group as number);
  }
  const as = (name: string, ...args: readonly string[]) => {
    const [command = '', ...words] = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), join(bin, name), ...args];
    execFileSync(command, words, { cwd: folder, stdio: 'ignore' });
  };
  as('initdb', ...'-D data -A trust -U postgres --no-sync --no-locale -E UTF8'.split(' '));
  atEnd(() => as('pg_ctl', ...'-D data -m immediate -s stop'.split(' ')));
  const options = `-k ${inShell(folder)} -c listen_addresses= -F`;
  as('pg_ctl', ...'-D data -w -s -l log start -o'.split(' '), options);
  return folder;
}

describe.skipIf(!newest)(`PostgreSQL${orSkipped(newest !== undefined, 'PostgreSQL')}`, () => {
  let reader: Shell;
  beforeAll(async () => {
    reader = await shell();
    const folder = startPostgres(newest as string);
    await reader.run(`export PGHOST=${inShell(folder)} PGUSER=postgres PGDATABASE=postgres`);
  });

  test('is loaded, and loaded again, digit for digit', () =>
    loadTwice('PostgreSQL', reader, 'psql -q -At -F, -c "SELECT * FROM rate ORDER BY date, quote COLLATE \\"C\\""'));
});
