import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { isStdout, ReaderGone, streamOutput } from '../../src/output/output.ts';

const going = new AbortController().signal;
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
});

function reader(command: string) {
  child = spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'inherit', 'pipe'] });
  return child as ChildProcessByStdio<Writable, Readable, null>;
}

test('a reader that has enough is told apart from a failure, again and again', async () => {
  // it goes on after closing, because Node destroys the pipe to a process that has ended
  const { stdin, stdout } = reader('head -c 1; exec sleep 600 <&- >&-');
  const sink = streamOutput(stdin, 'standard output', going);
  const writeMuch = async () => {
    for (;;) await sink.write('x'.repeat(100_000));
  };
  await expect(writeMuch()).rejects.toBeInstanceOf(ReaderGone);
  await expect(sink.write('more')).rejects.toBeInstanceOf(ReaderGone);
  await sink.abandon();
  expect(await text(stdout)).toBe('x');
});

test('a write waits until the reader takes it', async () => {
  const { stdin, stdio } = reader('read go <&3; exec cat > /dev/null');
  const order: string[] = [];
  const writing = streamOutput(stdin, 'standard output', going).write('x'.repeat(5_000_000));
  const written = writing.then(() => order.push('written'));
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  order.push('let read');
  (stdio[3] as Writable).end('go\n');
  await written;
  expect(order).toEqual(['let read', 'written']);
});

test('stdout is meant without a path, by a dash, and by its name', () => {
  expect([undefined, '-', '/dev/stdout'].map(isStdout)).toEqual([true, true, true]);
  expect(['stdout', './-', '/dev/stderr'].map(isStdout)).toEqual([false, false, false]);
});
