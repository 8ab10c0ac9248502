import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inWhole } from '../../test/support/whole.ts';

const ratebook = join(import.meta.dirname, '../../bin/ratebook.cjs');
const folder = mkdtempSync(join(tmpdir(), 'ratebook-broken-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = `require(${JSON.stringify(ratebook)});`;
const ask = `const ask = (path) => fetch(process.env.RATEBOOK_BASE_URL + path).then((answer) => answer.text());`;
const atExit = (code: string) => `${start} process.on('exit', () => { ${code} });`;
const fs = `const fs = require('node:fs');`;

/** Programs that do what ratebook must not, and what the tally calls that. */
const broken = {
  lost: atExit(`${fs} fs.rmSync(process.env.XDG_DATA_HOME + '/ratebook', { recursive: true, force: true });
    fs.rmSync(process.env.XDG_STATE_HOME + '/ratebook', { recursive: true, force: true });`),
  twice: `${ask} ask('/historical/2023-02-23.json').then(() => { ${start} });`,
  wrong: atExit(`${fs} fs.appendFileSync('rates.csv', '2023-03-05,USD,EUR,1\\n');`),
  damaged: `${fs} fs.writeFileSync('.rates.csv.tmp', ''); ${start}`,
  endless: 'setInterval(() => {}, 1000);',
  crash: `console.error(new TypeError('cannot read properties').stack); ${start}`,
  exit: `${start} process.on('exit', () => { process.exitCode = 7; });`,
  key: `${fs} let key = process.env.RATEBOOK_APP_ID;
    key ??= JSON.parse(fs.readFileSync(process.env.XDG_CONFIG_HOME + '/ratebook/config.json')).app_id;
    fs.mkdirSync(process.env.XDG_STATE_HOME + '/ratebook', { recursive: true });
    fs.writeFileSync(process.env.XDG_STATE_HOME + '/ratebook/note', Buffer.from(key, 'utf16le')); ${start}`,
  consent: `${ask} Promise.all(['2021', '2022'].map((year) => ask('/time-series.json?start=' + year + '-01-01&end=' + year + '-12-31')))
    .then(() => { ${start} });`,
  raw: `console.error('\\u009b31m'); ${start}`,
};

/** What it takes to see it; an archive's cost is bounded whatever else was agreed to. */
const needed: Record<string, string[]> = { endless: ['--guard', '1'], consent: ['--scenario', 'archive'] };

/** The first few stand for all in the small form. */
const kinds = Object.entries(broken).slice(0, inWhole(undefined, 1));

test.each(kinds)('a program that is broken is found out: %s', async (kind, code) => {
  const program = join(folder, `${kind}.cjs`);
  writeFileSync(program, code);
  const { exitCode, tally, stdout } = await sweep('--program', program, ...(needed[kind] ?? []));
  expect(tally(kind), stdout).toBeGreaterThan(0);
  expect(exitCode).toBe(1);
});

test('nothing is found where nothing is wrong', async () => {
  const { exitCode, stdout } = await sweep();
  expect(stdout).toMatch(/; 0 failed\n$/);
  expect(exitCode).toBe(0);
});

/** Ten days one by one, or what the options say, with no fault. */
function sweep(...options: string[]) {
  const main = join(import.meta.dirname, 'main.mjs');
  const args = [main, '--scenario', 'free plan', '--fault', 'none', '--first', '1', ...options];
  return new Promise<{ exitCode: number; stdout: string; tally: (kind: string) => number }>((resolve) => {
    execFile(process.execPath, args, (error, stdout) => {
      const lines = stdout.split('\n');
      const row = (name: string) =>
        lines
          .findLast((line) => line.startsWith(name))
          ?.trim()
          .split(/ +/) ?? [];
      const tally = (kind: string) => Number(row('all')[row('      ').indexOf(kind) + 1]);
      resolve({ exitCode: Number(error?.code ?? 0), stdout, tally });
    });
  });
}
