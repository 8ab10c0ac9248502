import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { version } from '../../../package.json';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { inData } from '../../report/as-data.ts';
import { CollectedWords } from '../../report/collected.ts';
import { resolveAuto } from '../../run/auto.ts';
import { Clock } from '../../run/clock.ts';
import type { Cli } from '../../run/host.ts';
import { holdProgram, startRun } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { AgentBudget } from '../../server/mcp/agent-budget.ts';
import type { Answer } from '../../server/mcp/desk.ts';
import { serveTools } from '../../server/mcp/server.ts';
import { Wire } from '../../server/mcp/wire.ts';
import { stateOf } from '../../store/places.ts';
import { deskFor } from './desk.ts';
import type { Serving } from './options.ts';
import { OpenedSources } from './shared-runs.ts';

/** What answers leave behind goes sooner than by default: this waits beside its client for hours. */
const keepsSmall = '--heap-growing-percent=30';

export async function mcp(serving: Serving, { host, reporter }: Cli): Promise<ExitCode> {
  // each answer has the warning
  const clock = new Clock({ now: host.now, warn: () => {} });
  const cli = { host, reporter, clock };
  const run = startRun(cli, serving);
  holdProgram(host);
  setFlagsFromString(keepsSmall);
  if (host.stdin.isTTY)
    reporter.note("an agent's client is to start this, and speaks on stdin; Ctrl-D ends it");
  // what else there is to say stands in the answers
  reporter.speak({ ...serving, quiet: true });

  const most = () => startRun(cli, serving).settings.agent_budget.value;
  const folder = join(stateOf(storeFolder(run), run.places.state), 'agents');
  const budget = new AgentBudget({ folder, most, now: host.now, signal: host.signal });
  const sources = new OpenedSources(cli, serving, budget);

  async function status(): Promise<Answer> {
    const meant = await resolveAuto(startRun(cli, serving), serving, async () => []);
    const { store } = await sources.holdings(meant);
    const spent = await budget.spent();
    return {
      source: meant.source.folder,
      newest: (await store.days()).at(-1) ?? null,
      agent_budget: budget.most,
      spent_today: spent,
    };
  }

  const wire = new Wire({ input: host.stdin, write: (text, done) => host.stdout.write(text, done) });
  const end = () => void wire.close();
  host.signal.addEventListener('abort', end);
  const collected = () => {
    const words = new CollectedWords(host);
    words.hide(run.settings.app_id.value ?? '');
    return words;
  };
  await serveTools(wire, {
    version,
    instructions,
    deskFor: (signal) =>
      deskFor({ host, clock, words: collected, shared: sources, signal }, serving, { status }),
    failure: (error) => ({ error: inData(failureOf(error), (text) => collected().fit(text)) }),
  });
  await sources.close();
  return exit.ok;
}

const instructions =
  'Exact exchange rates of any day since 1999. Days are in UTC. Stored days and the banks without a key ' +
  'cost nothing; what would cost more requests than agent_budget allows is refused with its cost before it ' +
  'is asked. Pass warnings on to the user: they say which rates are old, odd or missing. Hints are in the ' +
  'words of the command line, whose options are the arguments here.';

const failureOf = (error: unknown) =>
  error instanceof Failure ? error : new Failure('internal_error', `internal error: ${error}`);
