import { type Day, dayAt, startOf } from '../calendar/day.ts';
import { charging, identify, permitSelection } from './access.ts';
import type { Answer } from './reply.ts';
import { parseHistoricalDay } from './requested-days.ts';
import { parseSelection, select } from './selection.ts';
import type { Request } from './service.ts';
import { dayNotAvailable, invalidBase } from './service-error.ts';

/** `/historical/{date}.json` */
export function answerHistorical(request: Request, date: string): Promise<Answer> {
  return answerDay(request, (today) => parseHistoricalDay(date, today));
}

/** `/latest.json`: the running day. */
export function answerLatest(request: Request): Promise<Answer> {
  return answerDay(request, (today) => today);
}

async function answerDay(request: Request, choose: (today: Day) => Day): Promise<Answer> {
  const account = identify(request);
  const day = choose(dayAt(request.now()));
  const selection = parseSelection(request.query);
  permitSelection(account, selection);
  return charging(account, 1, async () => {
    const { alternative, base } = selection;
    const found = (await request.source.days(day, day, { alternative, tell: request.tell })).get(day);
    if (!found) throw dayNotAvailable();
    const timestamp = found.timestamp ?? lastSecond(day, request.now());
    const body = request.render([found, timestamp], () => {
      const selected = select(found, selection);
      if (!selected) throw invalidBase(base);
      const { disclaimer, license, rates } = selected;
      return { disclaimer, license, timestamp, base, rates };
    });
    return { body, lastModified: timestamp * 1000 };
  });
}

/** The day's last second that has passed, in seconds since 1970. */
function lastSecond(day: Day, now: number): number {
  return Math.min(startOf(day) / 1000 + 86_399, Math.floor(now / 1000));
}
