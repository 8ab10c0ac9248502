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

/** Requests that are answered at once; others wait in the pipe. */
const mostUnderWay = 4;

/** Messages, a line each. Reads no more while answers wait for a client that does not take them. */
export class Wire implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly closed: Promise<unknown>;
  #isClosed = false;
  /** Neither answered nor cancelled. */
  readonly #open = new Set<RequestId>();
  /** Tools that are at work, also for a request that was cancelled. */
  #working = 0;
  readonly #events = new EventTarget();

  constructor(private readonly streams: Streams) {
    this.closed = once(this.#events, 'closed');
  }

  async start(): Promise<void> {
    void this.#read().finally(() => this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message as unknown as Json);
    if (!('method' in message)) this.#settle(message.id);
  }

  async work<T>(work: Promise<T>): Promise<T> {
    this.#working++;
    return work.finally(() => {
      this.#working--;
      this.#changed();
    });
  }

  /** Resolves once no tool is at work. */
  async idle(): Promise<void> {
    while (this.#working > 0) await once(this.#events, 'changed');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.streams.input.destroy();
    this.#changed();
    this.#events.dispatchEvent(new Event('closed'));
    this.onclose?.();
  }

  /** Until the input ends and all is answered. */
  async #read(): Promise<void> {
    try {
      for await (const { text } of linesIn(this.streams.input, longest)) {
        await this.#until(() => Math.max(this.#open.size, this.#working) < mostUnderWay);
        if (this.#isClosed) return;
        await this.#take(text);
      }
    } catch {
      // an input that fails has ended
    }
    await this.#until(() => this.#open.size === 0);
  }

  /** @param line undefined: it is too long */
  async #take(line: string | undefined): Promise<void> {
    if (line === undefined) return this.#refuse(invalidRequest, `a message has at most ${longest} bytes`);
    const json = parseJson(line.replace(/^\ufeff/, ''));
    if (json === undefined) return this.#refuse(parseError, 'not JSON');

    const message = ifPossible(() => parseJSONRPCMessage(json));
    if (!message) return this.#refuse(invalidRequest, 'not a message of JSON-RPC 2.0', idIn(json));
    if ('method' in message && 'id' in message) {
      if (this.#open.has(message.id)) return this.#refuse(invalidRequest, 'this id is taken', message.id);
      // which is answered when the connection ends
      if (message.method !== 'subscriptions/listen') this.#open.add(message.id);
    }

    this.onmessage?.(message);
    // which is not answered any more
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#settle(message.params?.requestId as RequestId);
  }

  /** Without an id where the message has none that can be read, as the protocol wants it. */
  #refuse(code: number, message: string, id?: RequestId): Promise<void> {
    return this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined && this.#open.delete(id)) this.#changed();
  }

  #changed(): void {
    this.#events.dispatchEvent(new Event('changed'));
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!this.#isClosed && !isSo()) await once(this.#events, 'changed');
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

const parseError = -32700;
const invalidRequest = -32600;

function idIn(json: unknown): RequestId | undefined {
  const id = isObject(json) ? json.id : undefined;
  return typeof id === 'string' || Number.isInteger(id) ? (id as RequestId) : undefined;
}
