import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../../package.json';
import type { App } from '../../app.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { jsonText } from '../../json.ts';
import { inData } from '../../report/reporter.ts';
import { storeFolder } from '../../run/days.ts';
import { holdProgram, startRun } from '../../run/run.ts';
import { agentBudget } from '../../server/mcp/agent-budget.ts';
import { openWire } from '../../server/mcp/wire.ts';
import { stateFolder } from '../../store/store.ts';
import { define, fromSource, inStore, type OptionsOf, reporting, run } from '../options.ts';
import { reporterOf, type ToolAnswer } from './call.ts';
import { listed, readArguments, tools } from './tools.ts';

const options = [
  ...fromSource,
  inStore('--offline', 'answer from stored days only; never open a connection'),
  run.demo,
  ...reporting,
] as const;

export type Serving = OptionsOf<typeof options>;

export const mcpCommand = define({
  name: 'mcp',
  description:
    'Answer agents over the Model Context Protocol, on stdin and stdout. Their client starts it. All of ' +
    'them together spend at most agent_budget requests of the quota per UTC day: none unless that is set.',
  examples: [
    ['ratebook mcp', 'what a client is to start'],
    ['ratebook mcp --source ecb', 'real rates, without a key'],
    ['ratebook mcp --demo', 'made-up rates, to try it'],
  ],
  options,
  run: mcp,
});

/** Milliseconds that tools at work may still take: their requests may be paid for. */
const grace = 5_000;

/** The newest of those without `initialize`, and the oldest with it that knows structured answers. */
const supportedProtocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'];

const instructions =
  'Exact exchange rates of any day since 1999. Days are in UTC. Stored days and the banks without a key ' +
  'cost nothing; a call that would cost more requests than agent_budget allows is refused before any ' +
  'request, with its cost. Pass warnings on to the user: they say which rates are old, odd or missing. Hints are in the ' +
  'words of the command line, whose options are the arguments here.';

async function mcp({ host, reporter }: App, serving: Serving): Promise<ExitCode> {
  const { ProtocolError, ProtocolErrorCode, parseJSONRPCMessage, Server } = await import(
    '@modelcontextprotocol/server'
  );
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const run = startRun({ host, reporter }, serving);
  holdProgram(host);
  if (host.stdin.isTTY)
    reporter.note("an agent's client is to start this, and speaks on stdin; Ctrl-D ends it");

  const folder = join(stateFolder(storeFolder(run), run.places.state), 'agents');
  const agents = agentBudget(folder, host.now, host.signal);
  const appId = run.settings.app_id.value;
  const wire = openWire(host.stdin, host.stdout, parseJSONRPCMessage);
  host.signal.addEventListener('abort', () => void wire.close());

  const open = () => {
    const server = new Server(
      { name: 'ratebook', version },
      { capabilities: { tools: {} }, instructions, supportedProtocolVersions },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools.map(listed) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool ${params.name}`);
      const signal = AbortSignal.any([mcpReq.signal, host.signal]);
      // each of many requests adds a listener
      setMaxListeners(0, signal);
      const session = { host, serving, agents, appId, signal };
      let answer: ToolAnswer;
      try {
        answer = await tool.run(readArguments(tool, params.arguments), session);
      } catch (error) {
        const failure =
          error instanceof Failure ? error : new Failure('internal_error', `internal error: ${error}`);
        answer = { error: inData(failure, (text) => reporterOf(session).fit(text)) };
      }
      if (mcpReq.signal.aborted) wire.settle(mcpReq.id);
      return {
        // some clients show one, some the other
        content: [{ type: 'text' as const, text: jsonText(answer) }],
        structuredContent: answer as Record<string, never>,
        ...('error' in answer && { isError: true }),
      };
    });
    return server;
  };
  serveStdio(open, wire);
  await wire.closed;
  await Promise.race([wire.idle(), sleep(grace, undefined, { ref: false })]);
  return exit.ok;
}
