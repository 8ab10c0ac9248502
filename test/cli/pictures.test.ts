import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';

describe.concurrent('a picture', () => {
  test('in a pipe is 80 columns wide, 24 lines high and has no colours', async () => {
    const { machine } = await scene();
    const { code, stdout } = await runHere(machine, ['series', '2024-01', '-s', 'EUR', '-f', 'chart'], {
      env: { LANG: 'C.UTF-8' },
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBe(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^1 USD in EUR, 2024-01-01 to 2024-01-31\n/);
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  test('in a file names the service', async () => {
    const { machine } = await scene();
    const source = async (...args: string[]) => {
      await runHere(machine, ['series', '2024-01', '-s', 'EUR,GBP', '-o', join(machine.home, 'x.svg'), ...args]);
      return /Rates: [^<]*/.exec(machine.read('x.svg'))?.[0];
    };
    expect(await source()).toBe(`Rates: ${new URL(machine.env.RATEBOOK_BASE_URL ?? '').host}`);
    expect(await source('-b', 'CHF')).toMatch(/; derived from USD rates$/);
    expect(await source('--demo')).toBe('Rates: made up, for demonstration');
    machine.env.RATEBOOK_BASE_URL = 'https://openexchangerates.org/api';
    expect(await source('--offline')).toBe('Rates: Open Exchange Rates');
  });

  test('shows the days that there are, and says which are missing', async () => {
    const { machine } = await scene();
    await runHere(machine, ['historical', '2024-01-01', '2024-01-02', '2024-01-04', '2024-01-05']);
    const range = ['series', '2024-01-01', '2024-01-05', '-s', 'EUR', '--offline', '-f', 'svg'];
    const { code, stdout, stderr } = await runHere(machine, range);
    expect(/ d="([^"]*)"/.exec(stdout)?.[1]?.replace(/[^ML]/g, '')).toBe('MLML');
    expect(stderr).toContain('1 day not stored: 2024-01-03');
    expect(code).toBe(3);
  });

  test('of the same rates is the same, in a file as in a pipe', async () => {
    const { machine } = await scene();
    const args = ['series', '2024-01', '-s', 'EUR,GBP'];
    await runHere(machine, [...args, '-o', join(machine.home, 'x.svg')]);
    expect((await runHere(machine, [...args, '-f', 'svg'])).stdout).toBe(machine.read('x.svg'));
  });
});
