import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../../package.json';
import type { App } from '../../app.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { inData } from '../../report/reporter.ts';
import { holdProgram, startRun } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { AgentBudget } from '../../server/mcp/agent-budget.ts';
import { readArguments } from '../../server/mcp/arguments.ts';
import { serveTools, type ToolAnswer } from '../../server/mcp/server.ts';
import { Wire } from '../../server/mcp/wire.ts';
import { stateOf } from '../../store/places.ts';
import { define, fromSource, inStore, type OptionsOf, reporting, run } from '../options.ts';
import { reporterOf, type Session } from './call.ts';
import { type Tool, tools } from './tools.ts';

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
  run: (app, serving) => mcp(serving, app),
});

/** Milliseconds that tools at work may still take: their requests may be paid for. */
const grace = 5_000;

const instructions =
  'Exact exchange rates of any day since 1999. Days are in UTC. Stored days and the banks without a key ' +
  'cost nothing; what would cost more requests than agent_budget allows is refused with its cost before it ' +
  'is asked. Pass warnings on to the user: they say which rates are old, odd or missing. Hints are in the ' +
  'words of the command line, whose options are the arguments here.';

async function mcp(serving: Serving, app: App): Promise<ExitCode> {
  const { host, reporter } = app;
  const run = startRun(app, serving);
  holdProgram(host);
  if (host.stdin.isTTY)
    reporter.note("an agent's client is to start this, and speaks on stdin; Ctrl-D ends it");

  const folder = join(stateOf(storeFolder(run), run.places.state), 'agents');
  const agents = new AgentBudget(folder, host.now, host.signal);
  const appId = run.settings.app_id.value;

  async function answer(tool: Tool, json: unknown, cancelled: AbortSignal): Promise<ToolAnswer> {
    const signal = AbortSignal.any([cancelled, host.signal]);
    // each of many requests adds a listener
    setMaxListeners(0, signal);
    const session: Session = { host, serving, agents, appId, signal };
    try {
      return await tool.run(readArguments(tool, json), session);
    } catch (error) {
      const isKnown = error instanceof Failure;
      const failure = isKnown ? error : new Failure('internal_error', `internal error: ${error}`);
      return { error: inData(failure, (text) => reporterOf(session).fit(text)) };
    }
  }

  const wire = new Wire({ input: host.stdin, write: (text, done) => host.stdout.write(text, done) });
  host.signal.addEventListener('abort', () => void wire.close());
  await serveTools(wire, { version, instructions, tools, answer });
  await Promise.race([wire.idle(), sleep(grace, undefined, { ref: false })]);
  return exit.ok;
}
