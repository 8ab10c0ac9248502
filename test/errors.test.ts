import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure, type FailureCode, failures } from '../src/errors.ts';
import { also } from '../src/hint.ts';
import { inJson } from '../src/report/as-data.ts';
import { StderrReporter } from '../src/report/reporter.ts';
import { busy } from './support/faults.ts';
import { runHere } from './support/here.ts';
import { appId, Machine, type Result } from './support/ratebook.ts';
import { scene } from './support/scene.ts';
import { ownRun } from './support/typed.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/errors.md'), 'utf8');
const transcript = readFileSync(join(import.meta.dirname, 'cli/transcripts/errors.console'), 'utf8');

const rows = Array.from(page.matchAll(/^\| `(\w+)` \| (\d+) \| (.*?) \| (?:`(.*)`)? ?\|$/gm), ([, ...cells]) => cells);
const examples = rows.flatMap(([code, , , command]) => (command ? [[code, command] as const] : []));

test('the page has every code, with its exit and meaning', () => {
  const own = Object.entries(failures).map(([code, { exit, meaning }]) => [code, `${exit}`, meaning]);
  expect(rows.map((row) => row.slice(0, 3))).toEqual(own);
});

/** The last line of stderr. */
const errorIn = (stderr: string) => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;

test.each(examples)('%s: %s', async (code = '', command) => {
  const { args, env } = ownRun(command) ?? { args: [], env: {} };
  const machine = new Machine({ RATEBOOK_ERRORS: 'json' });
  const result = await runHere(machine, args, { env, now: '2024-11-20T09:00:00Z' });
  const { exit } = failures[code as FailureCode];
  expect(errorIn(result.stderr)).toMatchObject({ code, exit });
  expect(result.code).toBe(exit);
});

/** What neither of both can show. */
const others: Partial<Record<FailureCode, (machine: Machine) => Promise<Result>>> = {
  asked_to_wait: async () => (await scene(busy(3600))).run('historical 2024-01-17 --errors json'),
  no_folder: () => runHere(new Machine({}), ['config', 'path'], { host: { home: undefined, env: json } }),
  program_replaced: (machine) => runHere(machine, demo, { host: { loadRest: () => false } }),
  internal_error: (machine) => runHere(machine, demo, { host: { now: () => Number.NaN } }),
  interrupted: (machine) => {
    const signal = AbortSignal.abort(new Failure('interrupted', 'interrupted'));
    return runHere(machine, demo, { host: { signal } });
  },
};
const json = { RATEBOOK_ERRORS: 'json' };
const demo = ['latest', '--demo'];

test.each(Object.entries(others))('%s', async (code, provoke) => {
  const { exit } = failures[code as FailureCode];
  const result = await provoke(new Machine(json));
  expect(errorIn(result.stderr)).toMatchObject({ code, exit });
  expect(result.code).toBe(exit);
});

test('every code is provoked here, or in the transcript of errors with its exit', () => {
  const played = Array.from(
    transcript.matchAll(/"code":"(\w+)","exit":(\d+),.*?\[exit (\d+)/gs),
    ([, ...cells]) => cells,
  );
  for (const [code = '', exit, ended] of played)
    expect([exit, ended]).toEqual([`${failures[code as FailureCode].exit}`, exit]);
  // told to agents and to readers of \`ratebook serve\`, and never the end of a run
  const told = [
    'over_budget',
    ...played.map(([code]) => code),
    ...examples.map(([code]) => code),
    ...Object.keys(others),
  ];
  expect([...new Set(told)].sort()).toEqual(Object.keys(failures).sort());
});

test('what is told has no control character, no password, and not the key', () => {
  let stderr = '';
  const host = { env: {}, stderr: { write: (text: string) => (stderr += text) } as unknown as NodeJS.WriteStream };
  const reporter = new StderrReporter(host);
  reporter.writeAsData(inJson([appId]));
  reporter.hide(appId);
  reporter.failure(
    new Failure(
      'bad_file',
      `${appId}\u009b`,
      also(appId).in((it) => `${it} https://ada:pw@a.example?b`),
    ),
  );
  expect(stderr).toBe(
    '{"error":{"code":"bad_file","exit":2,"message":"[app_id]\\u009b","hint":"[app_id] https://***@a.example?***",' +
      '"try":["ratebook","[app_id]","[app_id]"]}}\n',
  );
});
