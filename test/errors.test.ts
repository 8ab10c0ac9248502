import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { also, Failure, type FailureCode, failures } from '../src/errors.ts';
import { StderrReporter } from '../src/report/reporter.ts';
import { cases } from './support/cases.ts';
import { busy } from './support/faults.ts';
import { runHere } from './support/here.ts';
import { appId, Machine, type Result } from './support/ratebook.ts';
import { scene } from './support/scene.ts';
import { ownRun } from './support/typed.ts';

const transcript = readFileSync(join(import.meta.dirname, 'cli/transcripts/errors.console'), 'utf8');

const examples = cases(`
  cannot_read = ratebook annotate none.csv --date day --amount sum --from EUR --to USD
  cannot_write = ratebook series 2024 --demo -o none/rates.csv
  not_set = ratebook config get app_id
  nothing_stored = ratebook store check --source bdi --against ecb
  not_reached = RATEBOOK_ECB_URL=http://127.0.0.1:9 ratebook latest --source ecb
  bad_proxy = HTTPS_PROXY=socks5://127.0.0.1:1080 ratebook latest --source ecb
  unknown_command = ratebook histroical 2024-01-17
  unknown_option = ratebook latest --colour
  unknown_key = ratebook config get currency
  missing_argument = ratebook historical
  missing_option = ratebook series 2024 --take last
  missing_value = ratebook latest --symbols
  unexpected_argument = ratebook latest now
  options_conflict = ratebook latest --demo --source ecb
  bad_value = ratebook latest --concurrency none
  bad_day = ratebook historical 2024-02-30
  ambiguous_day = ratebook historical 01/02/2024
  day_out_of_range = ratebook historical 1998-12-31
  end_before_start = ratebook series 2024-02-01 2024-01-01
  bad_amount = ratebook convert ten EUR USD
  ambiguous_amount = ratebook convert 1,234 EUR USD
  unknown_currency = ratebook convert 10 EUR XXQ
  ambiguous_currency = ratebook convert 10 EUR dollars
  not_in_source = ratebook latest --source ecb --show-alternative
  no_rate = ratebook historical 1999-01-04 -b BYN --demo
  wrong_format = ratebook latest -o rates.pdf
  too_large = ratebook series 1999 2023 -o all.xlsx --demo
  not_published = ratebook historical 2024-01-20 --source ecb --offline
  nothing_found = ratebook currencies doubloon
  no_app_id = ratebook historical 2024-01-17 --source oxr
  over_max_cost = ratebook series 2024-01 --demo --max-cost 10
  not_confirmed = RATEBOOK_SOURCE=oxr ratebook series 2020 2023
`) as [FailureCode, string][];

const errorIn = (stderr: string) => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;

test.each(examples)('%s: %s', async (code, command) => {
  const { args, env } = ownRun(command) ?? { args: [], env: {} };
  const machine = new Machine({ RATEBOOK_ERRORS: 'json' });
  const result = await runHere(machine, args, { env, now: '2024-11-20T09:00:00Z' });
  const exit = new Failure(code, '').exitCode;
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
  const exit = new Failure(code as FailureCode, '').exitCode;
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
    expect([exit, ended]).toEqual([`${new Failure(code as FailureCode, '').exitCode}`, exit]);
  // told to agents and to readers of \`ratebook serve\`, and never the end of a run
  const told = [
    'over_budget',
    ...played.map(([code]) => code),
    ...examples.map(([code]) => code),
    ...Object.keys(others),
  ];
  expect([...new Set(told)].sort()).toEqual(Object.values(failures).flatMap(Object.keys).sort());
});

test('what is told has no control character, no password, and not the key', () => {
  let stderr = '';
  const host = { env: {}, stderr: { write: (text: string) => (stderr += text) } as unknown as NodeJS.WriteStream };
  const reporter = new StderrReporter(host);
  reporter.argv = [appId];
  reporter.secret = appId;
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
