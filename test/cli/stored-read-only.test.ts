import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startBank, weekdaysOf } from '../support/bank.ts';
import { runHere } from '../support/here.ts';
import { asStranger, openFolder, orRootAlone } from '../support/other-user.ts';
import { appId, Machine } from '../support/ratebook.ts';
import { createDemoHandler, startService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

const now = '2024-01-20T12:00:30Z';

/** A machine with days of both sources, the running day and a table of amounts. */
async function holding() {
  const service = await startService(
    undefined,
    createDemoHandler(() => Date.parse(now)),
  );
  const bank = await startBank(weekdaysOf('2024-01-02', '2024-01-18'));
  const home = openFolder();
  const settings = { RATEBOOK_BASE_URL: service.url, RATEBOOK_APP_ID: appId, RATEBOOK_ECB_URL: bank.url };
  const machine = new Machine({ ...settings, NODE_DISABLE_COMPILE_CACHE: '1' }, home);
  const as = asStranger();
  const own = () => as && execFileSync('chown', ['-R', `${as.uid}`, home]);
  const run = (line: string, at = now) => machine.run(line.split(' '), { as, now: at });
  for (const line of ['archive --since 2024-01-15 -q', 'latest', 'latest --source ecb'])
    await runHere(machine, line.split(' '), { now });
  machine.write('book.csv', 'day,amount\n2024-01-17,5\n');
  own();
  return { machine, as, run, asked: () => service.calls() + bank.requests.length };
}

/** A command, and what it says among others. */
const stored = [
  ['historical 2024-01-16', '2024-01-16,USD,EUR,0.953444'],
  ['series 2024-01-15 2024-01-19 -s EUR', '2024-01-19,USD,EUR,0.954019'],
  ['archive', '5 of 5 days stored since 2024-01-15'],
  ['annotate book.csv --date day --amount amount --from EUR --to USD', '2024-01-17,5.24'],
  ['store export out', '5 days in out, 5 files written'],
] as const;

const noStore = 'hint: use --no-store to continue without the store\n';
const denied = 'cannot write in FOLDER: permission denied\n';

const unasked = [
  ['historical 2024-01-14', `ratebook: ${denied}${noStore}`],
  [
    'series 2024-01-14 2024-01-19',
    `ratebook: 5 of 6 days are stored; 2024-01-14 is not, and responses cannot be stored: ${denied}` +
      `hint: --offline takes the 5 days that are stored\n${noStore}`,
  ],
  ['archive --since 2024-01-14', `ratebook: ${denied}`],
] as const;

describe.skipIf(orRootAlone).each([
  ['the state', ['state']],
  ['store and state', ['share', 'state']],
])(`where %s may only be read${orRootAlone}`, (_what, folders) => {
  let scene: Awaited<ReturnType<typeof holding>>;
  let before = 0;
  const change = (mode: string) => {
    const paths = folders.map((name) => join(scene.machine.home, '.local', name));
    execFileSync('chmod', ['-R', mode, ...paths]);
  };

  beforeAll(async () => {
    scene = await holding();
    change('a-w');
    before = scene.asked();
  });
  afterEach(() => expect(scene.asked()).toBe(before));
  afterAll(() => change('u+w'));

  test.each(folders.length > 1 ? stored : stored.slice(0, 1))('%s', async (line, told) => {
    const { code, stdout, stderr } = await scene.run(line);
    expect({ code, told: stdout + stderr }).toEqual({ code: 0, told: expect.stringContaining(told) });
    const lines = stderr.split('\n').filter((one) => one !== '' && !one.startsWith('archive: '));
    expect(lines.length).toBeLessThan(2);
  });

  test.each(unasked.slice(folders.length > 1 ? 0 : 2))('nothing is asked: %s', async (line, told) => {
    const { code, stdout, stderr } = await scene.run(line);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.replace(/\/\S+(?=: permission)/, 'FOLDER')).toBe(told);
  });

  const warned = /^ratebook: cannot write in .*: permission denied; .*18, \d d/;

  test.each([
    ['with a warning where later ones are due', '2024-01-22T09:00:00Z', 3, warned],
    ['with a note where they are due', '2024-01-19T10:00:00Z', 0, /^cannot write in .*: permission denied\n$/],
  ])('the newest rates of a bank are those that are stored, %s', async (_, now, code, told) => {
    const stderr = expect.stringMatching(told);
    expect(await scene.run('latest -s USD -f value --source ecb', now)).toEqual({ code, stdout: '1.01187\n', stderr });
  });

  test('serve answers what is stored', async () => {
    const serving = await Serving.start(scene.machine, [], { as: scene.as });
    expect((await serving.day('2024-01-17')).status).toBe(200);
    expect((await serving.stop()).stderr).not.toContain('ratebook: ');
  });
});
