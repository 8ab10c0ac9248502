import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

describe.concurrent('store', () => {
  test('info tells of every service what is held', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    await machine.run(['historical', '2024-02-03', '-q']);
    await machine.run(['historical', '2024-01-17', '--show-alternative', '-q']);
    const { stdout } = await machine.run(['store', 'info']);
    const name = `${new URL(service.url).host.replace(':', '_')}/api`;
    expect(stdout.replaceAll(/\d+ kB/g, '? kB')).toBe(
      [
        `${name}/historical`,
        '  32 days, 2024-01-01 to 2024-02-03, 1 hole, ? kB',
        '  2024  #+            32 of 366',
        '',
        `${name}/historical-alternative`,
        '  1 day, 2024-01-17 to 2024-01-17, 0 holes, ? kB',
        '  2024  +             1 of 366',
        '',
      ].join('\n'),
    );
  });

  test('info says when nothing is held', async () => {
    expect((await new Machine().run(['store', 'info'])).stdout).toBe('no days are stored\n');
  });

  test('info names what is no file that can be read, and does not count it', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    const held = new HeldFiles(machine, service.url);
    held.remove('2024-01-01', '2024-01-09', '2024-01-10', '2024-01-20');
    symlinkSync('nowhere', held.pathOf('2024-01-01'));
    mkdirSync(held.pathOf('2024-01-09'));
    execFileSync('mkfifo', [held.pathOf('2024-01-10')]);
    symlinkSync('2024-01-21.json', held.pathOf('2024-01-20'));
    const { code, stdout, stderr } = await machine.run(['store', 'info']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[1]).toMatch(/^ {2}28 days, 2024-01-02 to 2024-01-31, 1 hole, /);
    expect(stderr).toMatch(/^ratebook: .*\/historical: cannot be read: 2024-01-01, 2024-01-09 to 2024-01-10\n$/);
  });

  test.each([
    ['info', / 30 days, 2024-01-01 /],
    ['verify', /^30 days read, none damaged$/m],
  ])('%s does not count a file that vanishes once it is listed', async (command, said) => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    const held = new HeldFiles(machine, service.url);
    const { code, stdout, stderr } = await machine.run(['store', command], {
      preload: join(import.meta.dirname, '../support/vanishing.cjs'),
      env: { VANISHES: held.pathOf('2024-01-05') },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(said);
  });

  test.each(['info', 'verify'])('%s fails where the store is no folder', async (command) => {
    const machine = new Machine();
    machine.write('store', 'no folder');
    const env = { RATEBOOK_STORE: join(machine.home, 'store') };
    const { code, stdout, stderr } = await machine.run(['store', command], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^ratebook: .*\/store cannot be read: not a directory\nhint: /);
  });

  test('verify names each day that it counts as damaged', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    const held = new HeldFiles(machine, service.url);
    held.remove('2024-01-01');
    symlinkSync('nowhere', held.pathOf('2024-01-01'));
    const { code, stderr } = await machine.run(['store', 'verify']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ratebook: .*the file of 2024-01-01 is damaged and was moved to /);
    expect(stderr).toMatch(/\nratebook: 1 of 31 stored days damaged\nhint: ratebook historical 2024-01-01\n$/);
    expect((await machine.run(['store', 'verify'])).stdout).toBe('30 days read, none damaged\n');
  });

  test.each([
    ['a few', 'historical', 5, 'hint: ratebook historical 2024-01-01 2024-01-02 2024-01-03 2024-01-04 2024-01-05\n'],
    ['many', 'historical', 6, 'hint: ratebook archive --since 2024-01-01\n'],
    [
      'those of all currencies',
      'historical-alternative',
      1,
      'hint: ratebook historical 2024-01-01 --show-alternative\n',
    ],
  ])('verify leads from damaged days to what fetches them again: %s', async (_, kind, days, hint) => {
    const { service, machine } = await scene();
    const folder = join(dirname(new HeldFiles(machine, service.url).places.days), kind);
    mkdirSync(folder, { recursive: true });
    for (let day = 1; day <= days; day++) writeFileSync(join(folder, `2024-01-0${day}.json`), '{');
    const { code, stderr } = await runHere(machine, ['store', 'verify', '--quiet']);
    const last = stderr.split('\n').slice(-3).join('\n');
    const noun = days === 1 ? 'stored day' : 'stored days';
    expect({ code, last }).toEqual({
      code: 1,
      last: `ratebook: ${days} of ${days} ${noun} damaged\n${hint}`,
    });
  });

  test('of the demonstration and of other services too', async () => {
    const machine = new Machine();
    const day = '2024-01-17';
    for (const service of ['demo-1', 'example.org/api']) {
      const folder = join(machine.home, '.local/share/ratebook', service, 'historical');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${day}.json`), '{');
    }
    const { stderr } = await runHere(machine, ['store', 'verify']);
    expect(stderr.split('\n').slice(-3)).toEqual([
      `hint: ratebook historical ${day} --demo`,
      'hint: ask example.org/api for its damaged days',
      '',
    ]);
  });

  test('verify lists the codes that days came without, which is no damage', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    const { places } = new HeldFiles(machine, service.url);
    mkdirSync(places.dropped, { recursive: true });
    for (const day of ['2024-01-03', '2024-01-04']) writeFileSync(join(places.dropped, day), '["GBX","ZZZ"]');
    writeFileSync(join(places.dropped, '2024-01-09'), '["\\u001b[2J"]');
    const { code, stdout, stderr } = await machine.run(['store', 'verify']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '31 days read, none damaged\n' });
    const name = `${new URL(service.url).host.replace(':', '_')}/api/historical`;
    expect(stderr.split('\n')).toEqual([
      `${name}: no usable rate for GBX, ZZZ on 2024-01-03 to 2024-01-04`,
      `${name}: no usable rate for \\u001b[2J on 2024-01-09`,
      'ratebook historical 2024-01-03 2024-01-04 2024-01-09 --refresh tries again',
      '',
    ]);
  });

  test.skipIf(process.getuid?.() === 0)('info and verify name each file that may not be read', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    const held = new HeldFiles(machine, service.url);
    for (const day of ['2024-01-03', '2024-01-05']) chmodSync(held.pathOf(day), 0);
    const info = await machine.run(['store', 'info']);
    expect(info.stderr).toContain('cannot be read: 2024-01-03, 2024-01-05\n');
    const { code, stderr } = await machine.run(['store', 'verify']);
    expect(code).toBe(1);
    for (const day of ['2024-01-03', '2024-01-05'])
      expect(stderr).toContain(`ratebook: ${held.pathOf(day)} cannot be read: permission denied\n`);
    expect(stderr).toContain('ratebook: 2 of 31 stored days damaged or unreadable\n');
  });

  test('verify reads every day, and names and sets aside the damaged', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    expect(await machine.run(['store', 'verify'])).toEqual({
      code: 0,
      stdout: '31 days read, none damaged\n',
      stderr: '',
    });
    const held = new HeldFiles(machine, service.url);
    held.write('2024-01-05', '{"base": "USD", "rates"');
    const { code, stdout, stderr } = await machine.run(['store', 'verify']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/2024-01-05/);
    expect(stderr).toMatch(/^ratebook: 1 of 31 stored days (is|was)? ?damaged$/m);
    expect(held.aside('damaged')).toHaveLength(1);
  });

  test.skipIf(process.getuid?.() === 0)(
    'verify fails where days may not be listed, whatever else does not count',
    async () => {
      const { service, machine } = await scene();
      await machine.run(['historical', '2024-01-17', '-q']);
      const { days } = new HeldFiles(machine, service.url).places;
      const stranger = join(dirname(dirname(dirname(days))), 'lost+found');
      mkdirSync(stranger, { mode: 0 });
      expect((await machine.run(['store', 'verify'])).stdout).toBe('1 day read, none damaged\n');
      chmodSync(days, 0);
      const { code, stderr } = await machine.run(['store', 'verify']);
      chmodSync(days, 0o755);
      expect(code).toBe(1);
      expect(stderr).toContain(`ratebook: ${days} cannot be read: permission denied\n`);
    },
  );

  test("path prints the folder of the configured service's days", async () => {
    const { service, machine } = await scene();
    const { stdout } = await machine.run(['store', 'path']);
    expect(`${stdout.trim()}/historical`).toBe(new HeldFiles(machine, service.url).places.days);
  });
});
