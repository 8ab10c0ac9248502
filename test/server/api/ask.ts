import { request } from 'node:http';
import { connect } from 'node:net';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at it member by member
  readonly json: any;
}

/** One request whose target reaches the server exactly as it is written here, after the base address' own path. */
export function ask(
  url: string,
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const path = pathname + target;
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(parts);
        const { statusCode = 0, headers } = response;
        const text = body.toString();
        resolve({
          status: statusCode,
          headers,
          body,
          text,
          get json() {
            return JSON.parse(text);
          },
        });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** What the server sends back for these bytes, until it closes the connection. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
