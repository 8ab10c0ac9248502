import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { expect } from 'vitest';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at it member by member
  readonly json: any;
}

/** One request whose target reaches the server exactly as it is written here, after the base address' own path. */
export async function ask(
  url: string,
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const { hostname, port, pathname } = new URL(url);
  const sent = request({ hostname, port, path: pathname + target, method, headers, agent: false }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  const { statusCode: status = 0, headers: answered } = response as IncomingMessage;
  const body = await buffer(response as IncomingMessage);
  const text = body.toString();
  return {
    status,
    headers: answered,
    body,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}

/** What the server sends back for these bytes, until it closes the connection. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write(bytes);
  return text(socket);
}

export function expectError(answered: Answered, status: number, message: string): void {
  expect(answered.json, answered.text).toEqual({
    error: true,
    status,
    message,
    description: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(answered.status).toBe(status);
  expect(answered.text).not.toMatch(/\bat .*:\d+:\d+/);
  expect(answered.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answered.headers).not.toHaveProperty('etag');
}
