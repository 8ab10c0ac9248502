import { Holdings } from '../fetch/holdings.ts';
import { tellDropped } from '../report/coverage.ts';
import { tellKept, tellSurplus } from '../report/kept.ts';
import { ratesIn } from '../sources/source.ts';
import type { Run, Terms } from './run.ts';
import { openStore } from './stores.ts';

/** Includes the answers that killed processes have left behind. */
export async function openHoldings(
  run: Run,
  { refresh = false, offline = false }: Pick<Terms, 'refresh' | 'offline'> = {},
): Promise<Holdings> {
  const { host, reporter, source, clock } = run;
  const told = new Set<string>();
  const holdings = new Holdings({
    source,
    store: openStore(run, '; the day counts as missing'),
    now: clock.now,
    refresh,
    offline,
    onTrouble: ({ message }) => {
      if (!told.has(message)) reporter.problem(message);
      told.add(message);
    },
  });

  const left = holdings.left();
  if (left.length === 0) return holdings;

  const answers = await holdings.keeper.recover(left, holdings, host.signal);
  holdings.keeper.judge();
  tellSurplus(
    answers.flatMap(({ surplus }) => surplus),
    reporter,
  );
  tellDropped(
    answers.flatMap((answer) => ratesIn(answer).filter(({ dropped }) => dropped)),
    reporter,
  );
  tellKept(holdings, reporter);
  return holdings;
}
