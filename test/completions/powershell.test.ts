import { expect, test } from 'vitest';
import { completionScript, treeOf } from '../../completions/generate/script.ts';
import { codesToOffer, everyCommand, type Value } from '../../completions/generate/tree.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';

const program = await createProgram({} as App, () => {});
const script = completionScript('powershell', program);

const string = "'(?:[^'\\n]|'')*'";
const stringsIn = (text: string) =>
  Array.from(text.matchAll(new RegExp(string, 'g')), ([found]) => found.slice(1, -1).replaceAll("''", "'"));

/** What is offered at each place. */
function offersIn(script: string): ReadonlyMap<string, string | readonly string[]> {
  const list = `@\\((?:[^']|${string})*?\\n  \\)`;
  const assignment = `(?:\\$at\\[(${string})\\]|in ${list.replace('@', '(@')})\\) \\{ \\$at\\[\\$place\\]) = (${string}|${list})`;
  const found = script.matchAll(new RegExp(assignment, 'g'));
  return new Map(
    Array.from(found).flatMap(([, place, places, offers = '']) => {
      const words = stringsIn(offers).map((offer) => offer.replace(/ .*/, ''));
      const what = offers.startsWith('@') ? words : (words[0] ?? '');
      return stringsIn(place ?? places ?? '').map((at) => [at, what] as const);
    }),
  );
}

test('the script for PowerShell is ASCII, and everything that it opens it closes', () => {
  expect(script).toMatch(/^[\n -~]+$/);
  const code = script
    .replace(/#.*/g, '')
    .replace(new RegExp(string, 'g'), '')
    .replace(/"[^"\n]*"/g, '');
  expect(code).not.toMatch(/['"]/);
  for (const [open = '', close = ''] of ['()', '[]', '{}'])
    expect(code.split(open)).toHaveLength(code.split(close).length);
});

test('the script for PowerShell offers what the command tree has', () => {
  const offers = offersIn(script);
  const expected = (value: Value) => (typeof value === 'string' ? value : value.map(([word]) => word));

  for (const { path, options, args, commands } of everyCommand(treeOf(program))) {
    const at = (place: string | number) => offers.get([...path, place].join(' '));
    expect(at('-')).toEqual(options.flatMap(({ flags }) => flags));
    for (const { flags, value } of options)
      for (const flag of flags) expect(at(flag)).toEqual(value && expected(value.completes));
    for (const command of commands) expect(at(command.path.at(-1) ?? '')).toBe('command');
    const first =
      commands.length > 0
        ? [commands.map((command) => command.path.at(-1))]
        : args.map(({ completes }) => expected(completes));
    for (const [index, what] of first.entries()) expect(at(index)).toEqual(what);
    expect(at('+')).toEqual(args.flatMap(({ completes, variadic }) => (variadic ? [expected(completes)] : [])).at(-1));
  }
  expect(offers.get('codes')).toEqual(codesToOffer().map(([code]) => code));
});
