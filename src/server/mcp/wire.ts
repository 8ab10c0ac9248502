import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import type { JSONRPCMessage, parseJSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { ifPossible } from '../../errors.ts';
import { linesIn } from '../../input/lines.ts';
import { isObject, type Json, jsonText, parseJson } from '../../json.ts';
import type { OutputStream } from '../../output/output.ts';

/** Bytes of a message. */
const longest = 1024 * 1024;

/** Requests that are answered at once; others wait in the pipe. */
const mostUnderWay = 4;

/** Errors of JSON-RPC 2.0. */
const [parseError, invalidRequest] = [-32_700, -32_600];

/** Messages, a line each. Reads no more while answers wait for a client that does not take them. */
export function openWire(
  input: Readable,
  output: Pick<OutputStream, 'write'>,
  parseMessage: typeof parseJSONRPCMessage,
) {
  const events = new EventEmitter();
  const closed = once(events, 'closed');
  let isClosed = false;
  /** Requests that are neither answered nor given up. */
  const open = new Set<RequestId>();
  const transport: Transport = {
    async start() {
      void read().finally(close);
    },
    async send(message: JSONRPCMessage) {
      await write(message as unknown as Json);
      if (!('method' in message)) settle(message.id);
    },
    close,
  };

  /** Stops counting a request, as once a tool has finished one that was cancelled. */
  function settle(id: RequestId | undefined) {
    if (id !== undefined && open.delete(id)) events.emit('settled');
  }

  /** Resolves once no request is under way. */
  async function idle() {
    while (open.size > 0) await once(events, 'settled');
  }

  async function close() {
    if (isClosed) return;
    isClosed = true;
    input.destroy();
    events.emit('closed');
    transport.onclose?.();
  }

  /** Until the input ends and all is answered. */
  async function read() {
    try {
      for await (const { text } of linesIn(input, longest)) {
        while (open.size >= mostUnderWay && !isClosed) await Promise.race([once(events, 'settled'), closed]);
        if (isClosed) return;
        await receive(text);
      }
    } catch {
      // an input that fails has ended
    }
    await Promise.race([idle(), closed]);
  }

  /** @param line undefined: it is too long */
  async function receive(line: string | undefined) {
    if (line === undefined) return refuse(invalidRequest, `a message has at most ${longest} bytes`);
    const json = parseJson(line.replace(/^\ufeff/, ''));
    if (json === undefined) return refuse(parseError, 'not JSON');

    const message = ifPossible(() => parseMessage(json));
    if (!message) {
      // without an id that can be read, the response has none, as the protocol wants it
      const { id } = isObject(json) ? json : {};
      const isId = typeof id === 'string' || Number.isInteger(id);
      return refuse(invalidRequest, 'not a message of JSON-RPC 2.0', isId ? (id as RequestId) : undefined);
    }
    if ('method' in message && 'id' in message) {
      if (open.has(message.id)) return refuse(invalidRequest, 'this id is taken', message.id);
      // which is answered when the connection ends
      if (message.method !== 'subscriptions/listen') open.add(message.id);
    }
    transport.onmessage?.(message);
  }

  const refuse = (code: number, message: string, id?: RequestId) =>
    write({ jsonrpc: '2.0', id, error: { code, message } });

  /** Resolves once the client, or the system, has taken it; a client that has gone needs no response. */
  const write = (message: Json) =>
    new Promise<void>((resolve) => {
      output.write(`${jsonText(message)}\n`, (error) => {
        resolve();
        if (error) void close();
      });
    });

  return { transport, closed, settle, idle, close };
}
