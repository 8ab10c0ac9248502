import type { RequestListener } from 'node:http';
import { type Day, dayAt, firstDay, startOf } from '../../calendar/day.ts';
import { usd } from '../../sources/oxr/service.ts';
import { createHandler } from '../api/handler.ts';
import { type Listening, listen } from '../api/listen.ts';
import type { DaySource, Served } from '../api/service.ts';
import { demoAccounts } from './accounts.ts';
import { demoRates } from './rates.ts';

export function createDemoHandler(now: () => number, log?: Served['log']): RequestListener {
  return createHandler({ source: demoSource(now), accounts: demoAccounts(now), now, log });
}

interface DemoOptions {
  readonly now: () => number;
  readonly port?: number;
  readonly log?: Served['log'];
}

/** Port 0 takes any free port. */
export function startDemo({ now, port = 0, log }: DemoOptions): Promise<Listening> {
  return listen(createDemoHandler(now, log), port);
}

const terms = {
  disclaimer: 'These rates are made up, for demonstration only. Do not use them for anything else.',
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
};

export function demoSource(now: () => number): DaySource {
  return {
    async days(days, { alternative, tell }) {
      tell('made up');
      const today = dayAt(now());
      return days.map((day) => {
        if (day < firstDay || day > today) return undefined;
        const rates = demoRates(day, alternative);
        return { day, base: usd, rates, timestamp: publishedAt(day, now()), ...terms };
      });
    },
  };
}

/** Just before the end of the day, or for the running day at the last full hour. */
function publishedAt(day: Day, now: number): number {
  const fullHour = now - (now % 3_600_000);
  return Math.min(startOf(day) + 86_398_000, fullHour) / 1000;
}
