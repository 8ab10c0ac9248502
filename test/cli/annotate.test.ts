import { execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, constants, mkdirSync, openSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { silent } from '../support/faults.ts';
import { runHere, within } from '../support/here.ts';
import { finished, type Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault } from '../support/service.ts';
import { StoredFiles } from '../support/stored-files.ts';

const preload = join(import.meta.dirname, '../support/counted.cjs');
const columns = ['--date', 'Date', '--amount', 'Amount', '--from', 'Currency', '--to', 'EUR'];
const header = 'Date,Amount,Currency\n';

function annotate(machine: Machine, text: string, args: readonly string[]) {
  machine.write('bank.csv', text);
  return within(machine.home, () => runHere(machine, ['annotate', 'bank.csv', ...columns, ...args]));
}

async function holding() {
  const { service, machine } = await scene();
  new StoredFiles(machine, service.url).write('2024-01-17', JSON.stringify(dayBody({ EUR: 0.9 })));
  return machine;
}

test('a huge cell passes through unchanged, and is no reason to stop where it should be an amount', async () => {
  const machine = await holding();
  const huge = 'x\n""'.repeat(100_000);
  const cut = JSON.stringify(`${'x\n"'.repeat(20)}…`);
  const rows = [
    ['Date,Amount,Currency,Text', ',rate,rate_date,converted'],
    [`2024-01-17,5,USD,"${huge}"`, ',0.9,2024-01-17,4.50'],
    [`2024-01-17,"${huge}",USD,`, ',,,'],
  ];
  const text = rows.map(([row]) => row).join('\n');
  const { code, stdout, stderr } = await annotate(machine, text, ['--offline', '-q']);
  const problem = `ratebook: 1 row without a rate (no readable amount: ${cut}): line 100003\n`;
  expect({ code, stderr }).toEqual({ code: 3, stderr: problem });
  // a comparison by words would print both
  expect(stdout === rows.map((row) => row.join('')).join('\n')).toBe(true);
});

test('stored days are searched for unknown codes once, however many there are', async () => {
  const machine = await holding();
  const callsFor = async (size: number) => {
    machine.write('bank.csv', header + Array.from({ length: size }, (_, at) => `2024-01-17,5,QX${at}\n`).join(''));
    const env = { COUNTED_TO: join(machine.home, 'counts'), NODE_DISABLE_COMPILE_CACHE: '1' };
    const args = ['annotate', join(machine.home, 'bank.csv'), ...columns, '--offline', '-q'];
    expect((await machine.run(args, { preload, env })).code).toBe(3);
    return machine.read('counts');
  };
  expect(await callsFor(100)).toBe(await callsFor(2));
});

test('the list of a check does not replace the file through a link', async () => {
  const machine = await holding();
  symlinkSync('bank.csv', join(machine.home, 'link.csv'));
  const stderr = expect.stringContaining('--check writes nothing to the file');
  expect(await annotate(machine, header, ['--check', '-o', 'link.csv'])).toMatchObject({ code: 2, stderr });
});

test('a file that changes while it is read is not written', async () => {
  let path = '';
  const { machine } = await scene((_request, _response, pass) => {
    appendFileSync(path, '2024-01-18,5,USD\n');
    pass();
  });
  path = join(machine.home, 'bank.csv');
  const { code, stderr } = await annotate(machine, `${header}2024-01-17,5,USD\n`, ['-q', '-o', 'out.csv']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'ratebook: bank.csv has changed while it was read\n' });
  expect(machine.files()).toEqual(['bank.csv']);
});

describe('of standard input', () => {
  /** Started with a folder for temporary files, which is empty at first. */
  async function started(fault: Fault, args: readonly string[] = []) {
    const { service, machine } = await scene(fault);
    const folder = join(machine.home, 'temporary');
    mkdirSync(folder);
    const child = machine.start(['annotate', '-', ...columns, ...args], {
      env: { TMPDIR: folder, RATEBOOK_TIMEOUT: '250' },
    });
    return { service, child, end: finished(child), left: () => readdirSync(folder) };
  }

  test('nothing is left while it is read, nor after a kill', async () => {
    const { service, child, end, left } = await started(silent);
    child.stdin.end(`${header}2024-01-17,5,USD\n`);
    await service.came(1);
    expect(left()).toEqual([]);
    child.kill('SIGKILL');
    await end;
    expect(left()).toEqual([]);
  });

  test('Ctrl-C is heard while more is to come', async () => {
    const { child, end, left } = await started(silent, ['--debug']);
    child.stdin.write(header);
    // it has begun to read once its pipe has been emptied, of more than the pipe holds
    await new Promise((resolve) => child.stdin.write('x'.repeat(1_000_000), resolve));
    child.kill('SIGINT');
    const { code, stderr } = await end;
    expect({ code, stderr, left: left() }).toEqual({ code: 130, stderr: 'ratebook: interrupted\n', left: [] });
  });
});

test('of a named pipe, Ctrl-C is heard while nobody writes', async () => {
  const machine = await holding();
  const path = join(machine.home, 'pipe');
  execFileSync('mkfifo', [path]);
  const child = machine.start(['annotate', path, ...columns, '--offline', '-q']);
  const end = finished(child);
  // nobody can open it until it is read
  const opened = () => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const writer = await vi.waitFor(opened, { timeout: 60_000 });
  child.kill('SIGINT');
  expect(await end).toEqual({ code: 130, stdout: '', stderr: 'ratebook: interrupted\n' });
  closeSync(writer);
});
