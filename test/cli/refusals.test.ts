import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { appId, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { type Fault, replyError } from '../support/service.ts';

const until = 'Access restricted until 2050-01-01 (reason: too_many_requests).';
const noBase = 'Changing the API `base` currency is available for Developer clients.';

const given = 'the app_id from RATEBOOK_APP_ID';
const another = 'give RATEBOOK_APP_ID another key, or unset it and: ratebook config set app_id';

/** Refuses everything, and repeats the key, as some services do. */
const refusing =
  (status: number, message: string, description: string): Fault =>
  (_request, response) =>
    replyError(response, status, message, `${description} Your app_id was ${appId}.`);

describe.concurrent('what the service refuses is said, and not asked again; an output file stays as it was', () => {
  test.each([
    [401, 'invalid_app_id', '', 4, `refuses ${given} (401 invalid_app_id)`, another],
    [401, 'app_id_inactive', '', 4, `says that ${given} is inactive`, another],
    [403, 'missing_app_id', '', 4, 'requires an app_id (403 missing_app_id)', another],
    [401, '', '', 4, `refuses ${given} (401)`, another],
    [429, 'access_restricted', until, 5, 'the quota of this app_id is used up until 2050-01-01', undefined],
    [403, 'access_restricted', until, 5, 'the quota of this app_id is used up until 2050-01-01', undefined],
    [403, 'not_allowed', noBase, 5, 'the plan of this app_id does not allow base', 'leave out --no-store'],
    [429, 'not_allowed', noBase, 5, 'the plan of this app_id does not allow base', 'leave out --no-store'],
    [
      400,
      'invalid_base',
      'Invalid `base` currency [XXX].',
      2,
      'no requested day has a rate for the base GBP',
      undefined,
    ],
    [400, 'invalid_date_range', '', 1, 'refused the request (400 invalid_date_range)', undefined],
    [404, 'not_found', '', 1, 'does not know this address', 'ratebook config get base_url'],
    [418, 'teapot', '', 1, 'refused the request (418 teapot)', undefined],
  ])('%d %s', async (status, message, description, code, words, hint) => {
    const { service, machine } = await scene(refusing(status, message, description));
    machine.write('rates.csv', 'before');
    const result = await runHere(machine, [
      'series',
      '2024-01-17',
      '2024-01-19',
      '-b',
      'GBP',
      '--no-store',
      '--debug',
      '-o',
      'rates.csv',
    ]);
    const lines = result.stderr.split('\n').filter((line) => /^(ratebook|hint): /.test(line));
    expect(lines[0]).toContain(words);
    if (hint) expect(lines[1]).toContain(hint);
    expect(lines).toHaveLength(hint ? 2 : 1);
    expect(result.code).toBe(code);
    expect(service.requests).toHaveLength(1);
    expect(machine.read('rates.csv')).toBe('before');
    expect(machine.files()).toEqual(['rates.csv']);
    expect(result.stdout + result.stderr).not.toContain(appId);
  });
});

test('a refused key of the config file is said to be one, and one that is saved where a variable wins is told so', async () => {
  const { service } = await scene(refusing(401, 'invalid_app_id', ''));
  const machine = new Machine({ RATEBOOK_BASE_URL: service.url });
  expect(await runHere(machine, ['config', 'set', 'app_id', appId])).toMatchObject({ code: 0, stderr: '' });
  const { stderr } = await runHere(machine, ['historical', '2024-01-17', '--no-store', '-q']);
  expect(stderr).toMatch(
    /^ratebook: \S+ refuses the app_id from the config file \(401 invalid_app_id\)\nhint: ratebook config set app_id\n$/,
  );
  const env = { RATEBOOK_APP_ID: 'another-key-of-a-test' };
  const again = {
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^ratebook: saved, but RATEBOOK_APP_ID is set .*\n$/),
  };
  expect(await runHere(machine, ['config', 'set', 'app_id', appId], { env })).toEqual(again);
  expect(await runHere(machine, ['config', 'set', 'app_id', env.RATEBOOK_APP_ID], { env })).toMatchObject({
    stderr: '',
  });
});

test('without a key nothing is asked, and the hints name both ways on', async () => {
  const { service } = await scene();
  const machine = new Machine({ RATEBOOK_BASE_URL: service.url });
  machine.write('rates.csv', 'before');
  const { code, stderr } = await machine.run(['historical', '2024-01-17', '--no-store', '-o', 'rates.csv']);
  expect(stderr).toContain('ratebook: no app_id is set, your key for the service\n');
  expect(stderr).toMatch(/^hint: .*ratebook config set app_id.*--demo/m);
  expect({ code, calls: service.calls() }).toEqual({ code: 4, calls: 0 });
  expect(machine.read('rates.csv')).toBe('before');
  expect(machine.files()).toEqual(['rates.csv']);
});

describe('on a plan without time series', () => {
  test.each(['free', 'developer'])('%s: the same days are had one by one, at the same cost', async (plan) => {
    const { service, machine } = await scene(undefined, { key: `${plan}-key-of-a-test` });
    const { code, stdout, stderr } = await runHere(machine, [
      'series',
      '2024-01-30',
      '2024-02-02',
      '-f',
      'ndjson',
      '--debug',
    ]);
    expect(code).toBe(0);
    expect(service.cost()).toBe(4);
    expect(
      service
        .asked()
        .filter((days) => !days.includes('..'))
        .sort(),
    ).toEqual(['2024-01-30', '2024-01-31', '2024-02-01', '2024-02-02']);
    expect(service.requests.filter(({ path }) => path === '/time-series.json').length).toBeLessThan(2);
    expect(new Set(stdout.match(/\d{4}-\d{2}-\d{2}/g)).size).toBe(4);
    expect(stderr.match(/no time series/g)).toHaveLength(1);
  });

  test('what the plan does not allow either is refused after all', async () => {
    const { service, machine } = await scene(undefined, { key: 'free-key-of-a-test' });
    const run = runHere(machine, ['series', '2024-01-30', '2024-02-02', '-b', 'EUR', '--no-store']);
    expect(await run).toMatchObject({ code: 5, stdout: '' });
    expect(service.cost()).toBe(0);
  });
});

test('a quota that runs out on the way stops the run; what was written before stays written', async () => {
  const { service, machine } = await scene(({ number }, response, pass) =>
    number > 2 ? replyError(response, 429, 'access_restricted', until) : pass(),
  );
  const { code, stdout } = await runHere(machine, [
    'series',
    '2023-01',
    '2024-01',
    '-s',
    'EUR',
    '--no-store',
    '--yes',
    '--concurrency',
    '1',
  ]);
  expect(code).toBe(5);
  expect(stdout).toContain('\n2023-02-28,USD,EUR,');
  expect(service.requests.length).toBe(3);
});
