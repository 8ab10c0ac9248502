import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { isStdout, ReaderGone, streamOutput, terminalText } from '../../src/output/output.ts';

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

const pieceOf = fc.constantFrom(
  ...['a', 'größe', '€', '\n', '\r\n', '\r', '\t', '\u001b', '[31m', ']8;;x', '\u0007', '\u009b', '\u202e', '\u007f'],
);
const textOf = fc.array(pieceOf, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** Also in bytes: a character or the end of a line may be in two pieces. */
function shown(text: string, cuts: readonly number[], isColored: boolean): string {
  const clean = terminalText(isColored);
  const bytes = Buffer.from(`${text}.`);
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  return places.map((from, at) => clean(bytes.subarray(from, places[at + 1]))).join('');
}

test('nothing but lines and tabs steers a terminal, wherever the pieces end', () =>
  fc.assert(
    fc.property(textOf, fc.array(fc.nat(), { maxLength: 4 }), (text, cuts) => {
      const whole = shown(text, cuts, false);
      expect(whole.replaceAll(/\r\n|[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(JSON.parse(`"${whole.replaceAll(/\r\n|[\n\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))}"`)).toBe(
        `${text}.`,
      );
    }),
  ));

test('colours pass where they are our own, and no other sequence', () => {
  fc.assert(
    fc.property(textOf, fc.array(fc.nat(), { maxLength: 1 }), (text, cuts) => {
      const colored = shown(text.replaceAll('[31m', ''), cuts, true);
      expect(colored.replaceAll(/\r\n|[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }),
  );
  expect(terminalText(true)('\u001b[2mdim\u001b[22m \u001b[38;5;33mline\u001b[39m\n')).toBe(
    '\u001b[2mdim\u001b[22m \u001b[38;5;33mline\u001b[39m\n',
  );
});
