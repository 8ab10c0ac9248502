import { addDays, type Day, eachDay } from '../../calendar/day.ts';
import type { Document } from '../../output/format.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { wantsColor } from '../../report/reporter.ts';
import { isTerminal, wantsAscii } from '../../run/host.ts';
import { originOf } from '../../run/output.ts';
import type { Job } from './job.ts';
import { isDerived, show } from './view.ts';

export function documentOf(job: Job): Document {
  const { view, kind, holdings, plan, terms, format, run } = job;
  const { wide = false, decimal, header, summary = false, color } = terms;
  const { host } = run;
  const before = (only: Day) => {
    const weekBefore = [...eachDay(addDays(only, -7), addDays(only, -1))];
    const earlier = weekBefore.findLast((day) => run.source.calendar.publishes(day));
    const stored = earlier && holdings?.store.read(earlier);
    return stored && show(stored, view);
  };
  const terminal = isTerminal(terms.output, run);

  // without the store, the service applies the base
  const published = terms.store ? run.source.pivot : { base: view.base };

  return {
    ...view,
    kind,
    before: format === 'table' && plan.days === 1 ? before : undefined,
    derivedFrom: isDerived(view, published) ? pivotOf(published) : undefined,
    wide,
    decimal,
    noHeader: !header,
    summary,
    hint: terminal,
    // the source may tell a later time
    get now() {
      return run.clock.now();
    },
    // read when it is laid out: a window may have changed since
    get width() {
      return (terminal && host.stdout.columns) || 120;
    },
    get lines() {
      return (terminal && host.stdout.rows) || undefined;
    },
    ascii: wantsAscii(host),
    color: wantsColor(color, host.env, terminal),
    source: run.source.name,
    isMadeUp: run.source.isMadeUp,
    origin: originOf(run),
  };
}
