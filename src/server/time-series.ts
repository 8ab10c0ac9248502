import { dayAt, eachDay } from '../calendar/day.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { charging, identify, permitSelection, permitTimeSeries } from './access.ts';
import type { Answer } from './reply.ts';
import { parseRange } from './requested-days.ts';
import { parseSelection, type Selection, select } from './selection.ts';
import type { Request } from './service.ts';
import { daysNotAvailable, invalidBase } from './service-error.ts';

/** `/time-series.json`: every day of the range or none; each costs one request. */
export async function answerTimeSeries(request: Request): Promise<Answer> {
  const account = identify(request);
  permitTimeSeries(account);
  const { first, last, length } = parseRange(request.query, dayAt(request.now()));
  const selection = parseSelection(request.query);
  permitSelection(account, selection);
  return charging(account, length, async () => {
    const { alternative } = selection;
    const found = await request.source.days(first, last, { alternative, tell: request.tell });
    const days = Array.from(eachDay(first, last), (day) => found.get(day) ?? missing());
    const body = request.render(days, () => ({
      disclaimer: days[0]?.disclaimer,
      license: days[0]?.license,
      start_date: first,
      end_date: last,
      base: selection.base,
      rates: new Map(selectAll(days, selection).map(({ day, rates }) => [day, rates])),
    }));
    return { body };
  });
}

function selectAll(days: readonly DayRates[], selection: Selection): DayRates[] {
  const selected = days.flatMap((day) => select(day, selection) ?? []);
  if (selected.length === 0) throw invalidBase(selection.base);
  // A base that only some days have is a known one: those others cannot be had relative to it.
  if (selected.length < days.length) throw daysNotAvailable();
  return selected;
}

function missing(): never {
  throw daysNotAvailable();
}
