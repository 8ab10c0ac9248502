import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as ToolEntry,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { jsonText } from '../../json.ts';
import { type Desk, schemaOf, type Tool, type ToolAnswer } from './tool.ts';
import { tools } from './tools.ts';
import type { Wire } from './wire.ts';

interface ToolServing {
  readonly version: string;
  readonly instructions: string;
  /** For one call. */
  readonly deskFor: (signal: AbortSignal) => Desk;
  readonly failure: (error: unknown) => ToolAnswer;
}

/** The newest of those without `initialize`, and the oldest with it that knows structured answers. */
const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** Resolves when the client has gone and all it had asked for is answered. */
export function serveTools(wire: Wire, serving: ToolServing): Promise<unknown> {
  serveStdio(() => serverOf(wire, serving), { transport: wire });
  return wire.closed;
}

function serverOf(wire: Wire, { version, instructions, deskFor, failure }: ToolServing): Server {
  const server = new Server(
    { name: 'ratebook', version },
    { capabilities: { tools: {} }, instructions, supportedProtocolVersions: protocolVersions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(entryOf) }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal } }) =>
    wire.work(async () => {
      const called = tools.find(({ name }) => name === params.name);
      if (!called)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
      const answer = await called
        .answer(params.arguments, deskFor(signal))
        .then(resultOf, (error) => ({ ...resultOf(failure(error)), isError: true }));
      return answer;
    }),
  );
  return server;
}

const entryOf = (described: Tool): ToolEntry => ({
  name: described.name,
  title: described.title,
  description: described.description,
  inputSchema: schemaOf(described),
  annotations: { readOnlyHint: true },
});

/** Some clients show one, some the other. */
const resultOf = (answer: ToolAnswer): CallToolResult => ({
  content: [{ type: 'text', text: jsonText(answer) }],
  structuredContent: answer as Record<string, never>,
});
