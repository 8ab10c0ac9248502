import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { runHere } from './here.ts';
import { finished, type Machine, type Options, type Result } from './ratebook.ts';
import type { Place } from './typed.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks at it member by member
type Message = any;

/** A client of `ratebook mcp`, line by line, as the protocol was before 2026. */
export class Agent {
  readonly ended: Promise<Result>;
  readonly came: Message[] = [];
  readonly #waiting = new Map<number, (message: Message) => void>();
  #last = 0;

  private constructor(readonly child: ChildProcessWithoutNullStreams) {
    this.ended = finished(child);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.came.push(message);
      this.#waiting.get(message.id)?.(message);
    });
  }

  static async start(machine: Machine, args: readonly string[] = [], options: Options = {}): Promise<Agent> {
    const agent = new Agent(machine.start(['mcp', ...args], options));
    await agent.request('initialize', introduction);
    agent.send({ method: 'notifications/initialized' });
    return agent;
  }

  write(text: string): void {
    this.child.stdin.write(text);
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  request(method: string, params?: object): Promise<Message> {
    const id = ++this.#last;
    const answer = new Promise<Message>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      this.ended.then((result) => reject(new Error(`ended before answer ${id}: ${JSON.stringify(result)}`)));
    });
    answer.catch(() => {});
    this.send({ id, method, params });
    return answer;
  }

  /** What a tool answers, which is the same in both of its forms. */
  async call(name: string, given: object = {}): Promise<Message> {
    const { result, error } = await this.request('tools/call', { name, arguments: given });
    if (error) return { protocol: error };
    const { content, structuredContent, isError = false } = result;
    expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(isError).toBe('error' in structuredContent);
    return structuredContent;
  }

  end(): Promise<Result> {
    this.child.stdin.end();
    return this.ended;
  }
}

export const introduction = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'a test', version: '1' },
};

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
