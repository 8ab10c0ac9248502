import { type Day, dayAt, eachDay } from '../calendar/day.ts';
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
  const days = await charging(account, length, () => selectedDays(request, first, last, selection));

  return {
    body: {
      disclaimer: days[0]?.disclaimer,
      license: days[0]?.license,
      start_date: first,
      end_date: last,
      base: selection.base,
      rates: new Map(days.map(({ day, rates }) => [day, rates])),
    },
  };
}

async function selectedDays(
  request: Request,
  first: Day,
  last: Day,
  selection: Selection,
): Promise<DayRates[]> {
  const { alternative, base } = selection;
  const found = await request.source.days(first, last, { alternative, tell: request.tell });
  const days = Array.from(eachDay(first, last), (day) => found.get(day));
  const whole = days.filter((day) => day !== undefined);
  if (whole.length < days.length) throw daysNotAvailable();

  const selected = whole.map((day) => select(day, selection)).filter((day) => day !== undefined);
  if (selected.length === 0) throw invalidBase(base);
  // A base that only some days have is a known one: those others cannot be had relative to it.
  if (selected.length < whole.length) throw daysNotAvailable();
  return selected;
}
