import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askHidden, confirm } from '../../src/cli/prompt.ts';
import { Failure } from '../../src/errors.ts';

function terminal(typed: string) {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const interrupt = new AbortController();
  stdin.write(typed);
  let said = '';
  stderr.on('data', (text) => {
    said += text;
  });
  return { stdin, stderr, interrupt, said: () => said };
}

describe.each([confirm, askHidden])('$name', (ask) => {
  it('is interrupted by a signal', async () => {
    const { stdin, stderr, interrupt } = terminal('');
    const answer = ask('Go on?', { stdin, stderr, signal: interrupt.signal });
    const reason = new Failure('interrupted', 'interrupted');
    interrupt.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});

describe('confirm', () => {
  it.each([
    ['y\r', true],
    ['YES\r', true],
    ['no\r', false],
    ['\r', false],
    ['yep\r', false],
    ['\u0004', false],
  ])('%j is %s', async (typed, answer) => {
    const { stdin, stderr, interrupt, said } = terminal(typed);
    expect(await confirm('Go on?', { stdin, stderr, signal: interrupt.signal })).toBe(answer);
    expect(said()).toMatch(/Go on\? \[y\/N\] [\s\S]*\n$/);
  });
});

describe('askHidden', () => {
  it('returns what was typed and shows only the question', async () => {
    const { stdin, stderr, interrupt, said } = terminal('secretx\u007f\r');
    expect(await askHidden('Key', { stdin, stderr, signal: interrupt.signal })).toBe('secret');
    expect(said()).toBe('Key: \n');
  });

  it('returns nothing after Ctrl-D', async () => {
    const { stdin, stderr, interrupt } = terminal('\u0004');
    expect(await askHidden('Key', { stdin, stderr, signal: interrupt.signal })).toBe('');
  });
});
