import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Json, jsonText } from '../../json.ts';
import type { ToolDescription } from './arguments.ts';
import type { Wire } from './wire.ts';

export type ToolAnswer = { readonly [name: string]: Json };

interface Served<Tool> {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** An error is an answer that has `error`. */
  readonly answer: (tool: Tool, json: unknown, signal: AbortSignal) => Promise<ToolAnswer>;
}

/** The newest of those without `initialize`, and the oldest with it that knows structured answers. */
const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** Resolves when the client has gone. */
export function serveTools<Tool extends ToolDescription>(wire: Wire, served: Served<Tool>): Promise<unknown> {
  const { version, instructions, tools, answer } = served;
  const open = () => {
    const server = new Server(
      { name: 'ratebook', version },
      { capabilities: { tools: {} }, instructions, supportedProtocolVersions: protocolVersions },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools.map(entryOf) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { id, signal } }) => {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
      const found = await answer(tool, params.arguments, signal);
      if (signal.aborted) wire.settle(id);
      return {
        // some clients show one, some the other
        content: [{ type: 'text' as const, text: jsonText(found) }],
        structuredContent: found as Record<string, never>,
        ...('error' in found && { isError: true }),
      };
    });
    return server;
  };
  serveStdio(open, { transport: wire });
  return wire.closed;
}

const entryOf = ({ name, title, description, properties, required = [] }: ToolDescription) => ({
  name,
  title,
  description,
  inputSchema: {
    type: 'object' as const,
    properties: properties as object as Record<string, never>,
    required: [...required],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
});
