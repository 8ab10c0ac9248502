import './quiet.ts';
import type { Agent as AgentType, buildConnector as buildConnectorType, Dispatcher } from 'undici';
// Imported from their own files: the index also loads fetch, WebSocket and caches, and doubles start-up.
// @ts-expect-error the package types only its index
import connectorBuilder from 'undici/lib/core/connect.js';
// @ts-expect-error
import { kParser } from 'undici/lib/core/symbols.js';
// @ts-expect-error
import AgentClass from 'undici/lib/dispatcher/agent.js';

export type { Dispatcher };
export type Connector = buildConnectorType.connector;
export const Agent: typeof AgentType = AgentClass;
export const buildConnector: typeof buildConnectorType = connectorBuilder;

interface Parser {
  onHeadersComplete(status: number, ...rest: unknown[]): number;
}

/**
 * undici hangs up on `100 Continue` and passes over 102. Any number of either may come before an answer
 * (RFC 9110, 15.2), which by then may have been charged.
 */
export function takingContinue(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) whenParsed(socket, passOverContinue);
      callback(...result);
    });
}

/** undici gives the parser to its socket later. */
function whenParsed(socket: object, use: (parser: Parser) => void): void {
  const set = (value: Parser) => {
    Object.defineProperty(socket, kParser, { value, writable: true });
    use(value);
  };
  Object.defineProperty(socket, kParser, { set, configurable: true });
}

function passOverContinue(parser: Parser): void {
  const { onHeadersComplete } = parser;
  parser.onHeadersComplete = (status, ...rest) =>
    onHeadersComplete.call(parser, status === 100 ? 102 : status, ...rest);
}
