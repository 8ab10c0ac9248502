import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { ifPossible } from '../../errors.ts';
import { linesIn } from '../../input/csv/text.ts';
import { isObject, type Json, jsonText, parseJson } from '../../json.ts';
import type { OutputStream } from '../../output/output.ts';

/** Bytes of a message. */
const longest = 1024 * 1024;

/** Requests that are answered at once; others wait in the pipe. */
const mostUnderWay = 4;

const { ParseError, InvalidRequest } = ProtocolErrorCode;

/** Messages, a line each. Reads no more while answers wait for a client that does not take them. */
export class Wire extends EventEmitter implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly closed: Promise<unknown>;
  #isClosed = false;
  /** Requests that are neither answered nor given up. */
  readonly #open = new Set<RequestId>();

  constructor(
    private readonly input: Readable,
    private readonly output: Pick<OutputStream, 'write'>,
  ) {
    super();
    this.closed = once(this, 'closed');
  }

  async start(): Promise<void> {
    void this.#read().finally(() => this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message as unknown as Json);
    if (!('method' in message)) this.settle(message.id);
  }

  /** Counts a request no more, as once a tool is no longer at work for one that was cancelled. */
  settle(id: RequestId | undefined): void {
    if (id !== undefined && this.#open.delete(id)) this.emit('settled');
  }

  /** Resolves once no request is under way. */
  async idle(): Promise<void> {
    while (this.#open.size > 0) await once(this, 'settled');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.input.destroy();
    this.emit('closed');
    this.onclose?.();
  }

  /** Until the input ends and all is answered. */
  async #read(): Promise<void> {
    try {
      for await (const { text } of linesIn(this.input, longest)) {
        while (this.#open.size >= mostUnderWay && !this.#isClosed)
          await Promise.race([once(this, 'settled'), this.closed]);
        if (this.#isClosed) return;
        await this.#receive(text);
      }
    } catch {
      // an input that fails has ended
    }
    await Promise.race([this.idle(), this.closed]);
  }

  /** @param line undefined: it is too long */
  async #receive(line: string | undefined): Promise<void> {
    if (line === undefined) return this.#refuse(InvalidRequest, `a message has at most ${longest} bytes`);
    const json = parseJson(line.replace(/^\ufeff/, ''));
    if (json === undefined) return this.#refuse(ParseError, 'not JSON');

    const message = ifPossible(() => parseJSONRPCMessage(json));
    if (!message) {
      // without an id that can be read, the response has none, as the protocol wants it
      const { id } = isObject(json) ? json : {};
      const isId = typeof id === 'string' || Number.isInteger(id);
      return this.#refuse(
        InvalidRequest,
        'not a message of JSON-RPC 2.0',
        isId ? (id as RequestId) : undefined,
      );
    }
    if ('method' in message && 'id' in message) {
      if (this.#open.has(message.id)) return this.#refuse(InvalidRequest, 'this id is taken', message.id);
      // which is answered when the connection ends
      if (message.method !== 'subscriptions/listen') this.#open.add(message.id);
    }
    this.onmessage?.(message);
  }

  #refuse(code: number, message: string, id?: RequestId): Promise<void> {
    return this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  /** Resolves once the client, or the system, has taken it; whoever has gone needs no answer. */
  #write(message: Json): Promise<void> {
    return new Promise((resolve) => {
      this.output.write(`${jsonText(message)}\n`, (error) => {
        resolve();
        if (error) void this.close();
      });
    });
  }
}
