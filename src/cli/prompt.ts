import type { Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { Failure } from '../errors.ts';

interface Terminal {
  readonly stdin: Readable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}

export async function confirm(question: string, { stdin, stderr, signal }: Terminal): Promise<boolean> {
  const line = readLines(stdin, stderr);
  line.setPrompt(`${question} [y/N] `);
  line.prompt();

  // Enter moves the cursor to a new line, Ctrl-C and Ctrl-D do not
  const endLine = () => stderr.write('\n');
  line.once('close', endLine);
  line.once('line', () => line.off('close', endLine));

  const answer = await firstOf(line, signal);
  return /^y(es)?$/i.test(answer.trim());
}

export async function askHidden(question: string, { stdin, stderr, signal }: Terminal): Promise<string> {
  const line = readLines(stdin, new Writable({ write: (_chunk, _encoding, done) => done() }));
  stderr.write(`${question}: `);
  line.once('close', () => stderr.write('\n'));
  return firstOf(line, signal);
}

export const firstLine = ({ stdin, signal }: Terminal): Promise<string> => firstOf(readLines(stdin), signal);

/** @param output of a terminal */
function readLines(input: Readable, output?: Writable) {
  const { createInterface } = process.getBuiltinModule('node:readline');
  return createInterface({ input, output, terminal: output !== undefined, historySize: 0 });
}

function firstOf(line: Interface, signal: AbortSignal) {
  return new Promise<string>((resolve, reject) => {
    line.once('line', resolve);
    line.once('close', () => resolve(''));
    line.once('SIGINT', () => reject(new Failure('interrupted', 'interrupted')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }).finally(() => line.close());
}
