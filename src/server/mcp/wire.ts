import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { ifPossible } from '../../errors.ts';
import { linesIn } from '../../input/csv/text.ts';
import { isObject, type Json, jsonText, parseJson } from '../../json.ts';

interface Streams {
  readonly input: Readable;
  readonly write: (text: string, done: (error?: Error | null) => void) => void;
}

/** Bytes of a message. */
const longest = 1024 * 1024;

/** Questions that are answered at once; others wait in the pipe. */
const mostUnderWay = 4;

/** Messages, a line each. Reads no more while answers wait for a client that does not take them. */
export class Wire implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** And not answered. */
  readonly #asked = new Set<RequestId>();
  #working = 0;
  readonly #done = new EventTarget();
  readonly closed: Promise<unknown>;
  #isClosed = false;

  constructor(private readonly streams: Streams) {
    this.closed = once(this.#done, 'closed');
  }

  async start(): Promise<void> {
    void this.#read().then(() => this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message as unknown as Json);
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  /** Of an answer, also of one that the client does not want any more. */
  async work<T>(work: () => Promise<T>): Promise<T> {
    this.#working++;
    try {
      return await work();
    } finally {
      this.#working--;
      this.#done.dispatchEvent(new Event('one'));
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.streams.input.destroy();
    this.#done.dispatchEvent(new Event('one'));
    this.#done.dispatchEvent(new Event('closed'));
    this.onclose?.();
  }

  /** Until the input ends and all is answered. */
  async #read(): Promise<void> {
    try {
      for await (const { text } of linesIn(this.streams.input, longest)) {
        await this.#until(() => Math.max(this.#asked.size, this.#working) < mostUnderWay);
        if (this.#isClosed) return;
        await this.#take(text);
      }
    } catch {
      // an input that fails has ended
    }
    await this.#until(() => this.#asked.size === 0);
  }

  /** @param line undefined: it is too long */
  async #take(line: string | undefined): Promise<void> {
    if (line === undefined) return this.#refuse(invalidRequest, `a message has at most ${longest} bytes`);
    const json = parseJson(line.replace(/^\ufeff/, ''));
    if (json === undefined) return this.#refuse(parseError, 'not JSON');

    const message = ifPossible(() => parseJSONRPCMessage(json));
    if (!message) return this.#refuse(invalidRequest, 'not a message of JSON-RPC 2.0', idIn(json));
    if ('method' in message && 'id' in message) {
      if (this.#asked.has(message.id)) return this.#refuse(invalidRequest, 'this id is taken', message.id);
      if (message.method !== subscribing) this.#asked.add(message.id);
    }

    this.onmessage?.(message);
    // which is not answered any more
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#settle(message.params?.requestId as RequestId);
  }

  /** Without an id where the message has none that can be read, as the protocol wants it. */
  async #refuse(code: number, message: string, id?: RequestId): Promise<void> {
    await this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #settle(id: RequestId): void {
    if (this.#asked.delete(id)) this.#done.dispatchEvent(new Event('one'));
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!this.#isClosed && !isSo()) await once(this.#done, 'one');
  }

  /** Resolves once the client, or the system, has taken it; whoever has gone needs no answer. */
  #write(message: Json): Promise<void> {
    return new Promise((resolve) => {
      this.streams.write(`${jsonText(message)}\n`, (error) => {
        resolve();
        if (error) void this.close();
      });
    });
  }
}

/** Answered when the connection ends. */
const subscribing = 'subscriptions/listen';

const parseError = -32700;
const invalidRequest = -32600;

function idIn(json: unknown): RequestId | undefined {
  const id = isObject(json) ? json.id : undefined;
  return typeof id === 'string' || Number.isInteger(id) ? (id as RequestId) : undefined;
}
