import { introduction } from './agent.ts';
import { runHere } from './here.ts';
import type { Machine, Result } from './ratebook.ts';

interface Place {
  readonly machine: Machine;
  /** Where the clock stands. */
  readonly now: string;
}

/**
 * What a tool of `ratebook mcp` answers: `agent convert {"amount": 250, …}`, with options of the program before its name. The
 * exit code is that of its error.
 */
export async function asked(command: string, { machine, now }: Place): Promise<Result> {
  const [, options = '', name, given = ''] = /^agent ((?:--.*? )?)(\w+)(?: (\{.*))?$/.exec(command) ?? [];
  const messages = [
    { id: 0, method: 'initialize', params: introduction },
    { method: 'notifications/initialized' },
    { id: 1, method: 'tools/call', params: { name, arguments: JSON.parse(given || '{}') } },
  ];
  const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

  const line = ['mcp', ...options.split(' ').filter(Boolean)];
  const { code, stdout, stderr } = await runHere(machine, line, { stdin, now });
  const { result, error } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  if (error) return { code, stdout: `${JSON.stringify(error)}\n`, stderr };
  return { code: result.structuredContent.error?.exit ?? code, stdout: `${result.content[0].text}\n`, stderr };
}
