import { spawnSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import { manPage } from '../../man/page.ts';
import type { App } from '../../src/app.ts';
import { leaves, pathOf } from '../../src/cli/help.ts';
import { createProgram } from '../../src/cli/program.ts';

const program = await createProgram({} as App, () => {});
const page = manPage(program);
const hasGroff = spawnSync('groff', ['--version']).status === 0;

/** As a terminal of 80 columns shows it, without bold and italics; fails on any warning. */
function rendered(source: string): string {
  const args = ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=80n'];
  const { stdout, stderr } = spawnSync('groff', args, { input: source, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

test('the sections are those of a manual page', () =>
  expect(page.match(/(?<=^\.SH ).*$/gm)?.join(', ')).toBe(
    'NAME, SYNOPSIS, DESCRIPTION, COMMANDS, WITHOUT A COMMAND, FORMATS, EXAMPLES, ENVIRONMENT, FILES, EXIT STATUS, SEE ALSO',
  ));

describe.skipIf(!hasGroff)('groff', () => {
  it('shows every command and option, in 80 columns', () => {
    const shown = rendered(page);
    expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const command of leaves(program)) {
      const start = shown.indexOf(`\n   ${pathOf(command)}`);
      expect(start, pathOf(command)).toBeGreaterThan(0);
      const part = shown.slice(start, shown.indexOf('\n   ratebook', start + 1));
      for (const { short, long } of command.options.filter(({ hidden }) => !hidden))
        expect(part, long).toContain(` ${[short, long].filter(Boolean).join(', ')}`);
    }
  });
});
