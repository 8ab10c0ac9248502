import type { ExitCode } from '../errors.ts';
import { costLine } from '../fetch/plan.ts';
import type { Terms } from '../fetch/run-fetcher.ts';
import { usd } from '../rates/code.ts';
import { Ledger } from '../service/ledger.ts';
import { openAccount } from './account.ts';
import { hasKey, missingKey } from './connection.ts';
import { Coverage } from './coverage.ts';
import { fetchAll } from './fetch-all.ts';
import { confirmCost, costRefusal } from './guard.ts';
import { openOutput } from './output.ts';
import { symbolsOf } from './query.ts';
import type { Query } from './rates.ts';
import { spentLine } from './spent-line.ts';
import { openWriter, type Writer } from './writer.ts';

/** Has the days of a query, as far as they may cost what they cost, and writes their rates. */
export async function answer(query: Query): Promise<ExitCode> {
  const { given, kind, format, settings } = query;
  const sink = await openOutput(given.output, query);
  const ledger = new Ledger(given.maxCost);
  try {
    const coverage = new Coverage(settings.base.value, symbolsOf(settings));
    await write(query, ledger, await openWriter(kind, format, given, query, sink, coverage));
    await sink.finish();
    return coverage.tell(query.reporter);
  } catch (error) {
    await sink.abandon();
    throw error;
  } finally {
    if (ledger.lostAnswers > 0) query.reporter.note(spentLine(ledger));
  }
}

async function write(query: Query, ledger: Ledger, writer: Writer): Promise<void> {
  const { plan, given, settings, host, reporter, known, endpoint } = query;
  const consent = { ...given, yes: given.yes || given.demo, confirmAbove: settings.confirm_above.value };
  const refusal =
    costRefusal(plan.cost, consent, host) ?? (plan.cost > 0 && !hasKey(query) ? missingKey() : undefined);
  const account = plan.cost > 0 && !refusal ? await openAccount(plan.cost, query) : undefined;
  reporter.note(costLine(plan, account?.left));
  if (refusal) throw refusal;
  try {
    if (account) await confirmCost(plan.cost, consent, account.left, host);
    await fetchAll(
      { run: query, plan, endpoint, terms: termsOf(query), known, account, ledger },
      writer.take,
    );
    await writer.end();
    if (known && settings.base.value !== usd)
      reporter.note(
        `derived: ${settings.base.value} rates are computed from USD rates, to 10 significant digits`,
      );
  } finally {
    await account?.service.close();
  }
}

/** For the store whole days in USD; without it as given, and what nobody asked for is not sent. */
function termsOf({ known, given, settings }: Query): Terms {
  const alternative = given.showAlternative === true;
  if (known) return { alternative, prettyprint: false };
  return {
    base: settings.base.source === 'default' ? undefined : settings.base.value,
    symbols: symbolsOf(settings),
    alternative,
    prettyprint: given.prettyprint === true,
  };
}
