import type { Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { Failure } from '../errors.ts';

interface Terminal {
  readonly stdin: Readable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}

export async function confirm(question: string, { stdin, stderr, signal }: Terminal): Promise<boolean> {
  const line = process
    .getBuiltinModule('node:readline')
    .createInterface({ input: stdin, output: stderr, terminal: true, historySize: 0 });
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
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = process
    .getBuiltinModule('node:readline')
    .createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write(`${question}: `);
  line.once('close', () => stderr.write('\n'));
  return firstOf(line, signal);
}

export const firstLine = ({ stdin, signal }: Terminal): Promise<string> =>
  firstOf(process.getBuiltinModule('node:readline').createInterface({ input: stdin }), signal);

function firstOf(line: Interface, signal: AbortSignal) {
  return new Promise<string>((resolve, reject) => {
    line.once('line', resolve);
    line.once('close', () => resolve(''));
    line.once('SIGINT', () => reject(new Failure('interrupted', 'interrupted')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }).finally(() => line.close());
}
