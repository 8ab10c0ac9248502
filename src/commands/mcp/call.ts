import type { AgentCall, App, Host } from '../../app.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { RunBudget } from '../../fetch/budget.ts';
import { type Json, JsonText } from '../../json.ts';
import type { OutputStream } from '../../output/output.ts';
import { StderrReporter } from '../../report/reporter.ts';
import type { AgentBudget } from '../../server/mcp/agent-budget.ts';
import { count, withoutSecrets } from '../../words.ts';
import type { Serving } from './mcp.ts';

export type ToolAnswer = { readonly [name: string]: Json };

/** The context of each call of a tool. */
export interface Session {
  readonly host: Host;
  readonly serving: Serving;
  readonly agents: AgentBudget;
  /** The key, which no answer has. */
  readonly appId: string | undefined;
  /** Aborted once the client cancels the call. */
  readonly signal: AbortSignal;
}

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** As of a command line that says no more than that its answer is to be JSON. */
const usual = { format: 'json', store: true, header: true, pager: false, tries } as const;

/** Runs a command in this process. @throws Failure */
export async function call(
  session: Session,
  command: (app: App, options: typeof usual & Serving) => Promise<ExitCode>,
) {
  let text = '';
  const output: OutputStream = {
    on: () => {},
    write: (piece, done) => {
      text += piece;
      done?.();
    },
  };
  const stdout = { ...output, isTTY: false, columns: 0, rows: 0, colored: output };
  const host = { ...session.host, argv: [], signal: session.signal, stdout, loadRest: undefined };
  const reporter = reporterOf(session);
  const agent: AgentCall = {
    async setAside(cost, { source, settings }) {
      const { agent_budget, confirm_above } = settings;
      if (cost > 0 && source.isService && !source.isMadeUp)
        return session.agents.setAside(cost, agent_budget.value);
      // a bank's requests are free, but to be few
      const limit = source.isMadeUp ? Number.POSITIVE_INFINITY : confirm_above.value;
      if (cost > limit)
        throw new Failure('over_budget', `${count(cost, 'request')} would be over the ${limit} of one call`);
      return { budget: new RunBudget(limit), giveBack: async () => {} };
    },
  };

  await command({ host, reporter, agent }, { ...usual, ...session.serving });
  if (reporter.notFound) throw reporter.notFound;
  const { run } = agent;
  const { notes, warnings, missingCurrencies } = reporter;
  return {
    /** The printed text. */
    json: new JsonText(text || 'null'),
    /** That of the rates, as it was typed or is set. */
    base: run?.settings.base.value ?? null,
    /** Currencies that an amount could not be converted to. */
    missingCurrencies,
    /** Common to all answers. */
    rest: { ...(run && { source: run.source.folder }), notes, warnings },
  };
}

export function reporterOf({ host, serving, appId = '' }: Session): CallReporter {
  const reporter = new CallReporter(host);
  reporter.options = { ...serving, quiet: true };
  reporter.secret = appId;
  return reporter;
}

/** Collects what a run reports, for an answer that has it as data. */
class CallReporter extends StderrReporter {
  readonly notes: string[] = [];
  readonly warnings: string[] = [];
  readonly missingCurrencies: string[] = [];
  /** Requested data that is missing. */
  notFound: Failure | undefined;

  override note(text: string): void {
    this.notes.push(this.fit(text));
  }

  override problem(text: string): void {
    this.warnings.push(this.fit(withoutSecrets(text)));
  }

  override missing(name: string, why: string | undefined): void {
    this.missingCurrencies.push(name);
    super.missing(name, why);
  }

  override partial(failure: Failure): void {
    this.notFound ??= failure;
  }
}
