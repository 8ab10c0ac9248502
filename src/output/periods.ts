import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import { countPublishingDays, figuresOf, PeriodProblems } from '../rates/aggregate.ts';
import { type DayRates, pivotFor } from '../rates/day-rates.ts';
import type { DayBatch, DayBatches, Document, FormatFindings, PeriodsOfRange, ShownRates } from './format.ts';

/** The figures of each period in place of its days, once the last of them is known. */
export async function* periodsOf(
  batches: DayBatches,
  document: Document,
  kind: PeriodsOfRange,
  findings: FormatFindings,
): AsyncGenerator<DayBatch> {
  const problems = new PeriodProblems({ ...document, kind });
  let current: Period | undefined;
  let days: DayRates[] = [];

  function figures(of: Period) {
    const { start, end, take, calendar } = kind;
    const rated = new Set(days.map(({ day }) => day));
    const first = of.first < start ? start : of.first;
    const last = of.last < end ? of.last : end;
    const due = countPublishingDays(daysOf({ first, last }, kind.weekdays), calendar, rated);
    const period = figuresOf(of, days, { end, symbols: document.symbols, of: due, take });
    problems.add(period);
    const rates = new Map(Array.from(period.pairs, ([code, pair]) => [code, pair[take].rate]));
    days = [];
    return { day: period.day, ...pivotFor(document), rates, period };
  }

  for await (const batch of batches) {
    const ended: ShownRates[] = [];
    for (const shown of batch.days) {
      if (current && shown.day > current.last) {
        ended.push(figures(current));
        current = undefined;
      }
      current ??= periodOf(shown.day, kind.every);
      days.push(shown);
    }
    yield { days: ended };
  }
  if (current) yield { days: [figures(current)] };
  findings.problems.push(...problems.lines());
}
