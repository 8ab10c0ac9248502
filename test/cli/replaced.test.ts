import { once } from 'node:events';
import { appendFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pass } from '../support/faults.ts';
import { binary, finished, Machine, type Result, said } from '../support/ratebook.ts';
import { type Fault, replyError, startService } from '../support/service.ts';

const root = join(binary, '../..');

/** A copy of the package, which can go while it runs, as in an update. */
function copyIn(folder: string) {
  for (const part of ['bin', 'dist']) cpSync(join(root, part), join(folder, part), { recursive: true });
  return { program: join(folder, 'bin/ratebook.cjs'), remove: () => rmSync(join(folder, 'dist'), { recursive: true }) };
}

/** The program is gone when the first request arrives. */
async function replaced(line: string, fault: Fault | 'interrupt' = pass) {
  const { program, remove } = copyIn(new Machine().home);
  let isGone = false;
  const answering: Fault = (request, response, pass) => {
    if (!isGone) remove();
    isGone = true;
    if (fault === 'interrupt') child.kill('SIGINT');
    else fault(request, response, pass);
  };
  const service = await startService(answering, undefined, answering);
  const machine = Machine.for(service.url);
  machine.write('bank.csv', 'Day,Sum,Code\n2024-01-17,250,GBP\n');
  const child = machine.start(line.split(' '), { program });
  child.stdin.end();
  const result: Result = await finished(child);
  expect(isGone).toBe(true);
  return { machine, ...result };
}

const days = 'series 2024-01-16 2024-01-18 -s EUR,GBP -q';

describe.concurrent('a run whose package is replaced when its first request arrives ends as ever', () => {
  test.each([`${days} -f chart`, 'annotate bank.csv --date Day --amount Sum --from Code --to EUR -q'])(
    '%s',
    async (line) => {
      const { code, stdout, stderr } = await replaced(line);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).not.toBe('');
    },
  );

  test('an archive, with its files', async () => {
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const { machine, code, stderr } = await replaced(`archive --since ${since} --to to -f parquet -q`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(join(machine.home, 'to'))).not.toEqual([]);
  });

  test.each<[string, number, RegExp, Fault]>([
    ['a gap', 3, /^ratebook: .*2024-01-16/, (_, response) => replyError(response, 400, 'not_available')],
    ['a refused key', 4, /^ratebook: .* refuses /, (_, response) => replyError(response, 401, 'invalid_app_id')],
  ])('%s: %d', async (_name, code, stderr, fault) => {
    const result = await replaced(`${days} -b GBP --no-store`, fault);
    expect(result).toMatchObject({ code, stderr: expect.stringMatching(stderr) });
    expect(result.stderr).not.toContain('internal error');
  });
});

test('a server answers days on, whose package is replaced while it runs', async () => {
  const { program, remove } = copyIn(new Machine().home);
  const { url } = await startService();
  const child = Machine.for(url).start(['serve', '--port', '0', '-q'], { program });
  const [address] = await once(child.stdout, 'data');
  remove();
  const { status } = await fetch(`${`${address}`.trim()}/historical/2024-01-17.json?app_id=me`);
  expect(status).toBe(200);
  const end = finished(child);
  child.kill('SIGINT');
  expect(await end).toMatchObject({ code: 0, stderr: '' });
});

test('where another version has come before anything is requested, nothing is', async () => {
  const { program } = copyIn(new Machine().home);
  const line = 'annotate - --date Day --amount Sum --from Code --to EUR --demo';
  const child = new Machine().start(line.split(' '), { program });
  const end = finished(child);
  await said(child, 'stderr', 'made up');
  appendFileSync(join(program, '../../dist/main.cjs'), '//');
  child.stdin.end('Day,Sum,Code\n2024-01-17,250,GBP\n');
  const why = /\nratebook: ratebook was replaced by another version while it ran\nhint: run the command again\n$/;
  expect(await end).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(why) });
});
