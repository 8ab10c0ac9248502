import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { ifPossible } from '../../errors.ts';
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
      for await (const line of linesOf(this.streams.input, longest)) {
        await this.#until(() => Math.max(this.#asked.size, this.#working) < mostUnderWay);
        if (this.#isClosed) return;
        await this.#take(line);
      }
    } catch {
      // an input that fails has ended
    }
    await this.#until(() => this.#asked.size === 0);
  }

  async #take(line: string | typeof tooLong): Promise<void> {
    if (line === tooLong) return this.#refuse(invalidRequest, `a message has at most ${longest} bytes`);
    if (line.trim() === '') return;
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

/** A line of more bytes than anybody needs, which was passed over. */
const tooLong = Symbol('too long');

type Line = string | typeof tooLong;

const newline = 0x0a;

/** Also the last one where it has no end. @param longest in bytes: no more is ever held */
async function* linesOf(input: AsyncIterable<Uint8Array | string>, longest: number): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let length = 0;

  const add = (piece: Uint8Array) => {
    length += piece.length;
    if (length > longest) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line => {
    const line = length > longest ? tooLong : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    length = 0;
    return line;
  };

  for await (const piece of input) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
