import { type Day, isWeekend } from '../../src/calendar/day.ts';
import { sceneOf } from './bank.ts';
import { pass } from './faults.ts';
import { reply, startService } from './service.ts';

/** Digits as the bank prints them, by code; some codes stand on several lines. */
export type Figures = readonly (readonly [code: string, rate: string])[];
const head = 'Country,Currency,ISO Code,UIC Code,Rate,Rate convention,Reference date (CET)';
const convention = 'Foreign currency amount for 1 Euro.';
const disclaimer = '\n\n# DISCLAIMER\n# The exchange rates are not provided in real time.\n';

/** The bank's table of a day; without figures that of a day on which it published nothing. */
export function tableOf(day: string, figures: Figures): string {
  const lines = figures.map(([code, rate]) => `SOMEWHERE,Money,${code},001,${rate},${convention},${day}`);
  return [head, ...lines, disclaimer].join('\n');
}

/** What the bank has of a day: each has its month and day in it. */
export function figuresOn(day: string): Figures {
  const digits = day.slice(5).replace('-', '');
  return [
    ['AED', `4.${digits}1`],
    ['RUB', 'N.A.'],
    ['USD', `1.${digits}7`],
    ['XAF', '655.9570'],
    ['XAF', '655.957'],
  ];
}

/** The bank on a free port, and a machine whose source it is, without a key. */
export async function bankOfItaly() {
  const bank = { fault: pass, publishes: (day: Day) => !isWeekend(day), figuresOn };
  const service = await startService(
    (...given) => bank.fault(...given),
    ({ url = '' }, response) => {
      const [, day] = /^\/dailyRates\?referenceDate=([\d-]{10})&currencyIsoCode=EUR&lang=en$/.exec(url) ?? [];
      if (!day) return reply(response, 404, '');
      const table = tableOf(day, bank.publishes(day as Day) ? bank.figuresOn(day) : []);
      response.writeHead(200, { 'content-type': 'text/csv;charset=UTF-8' }).end(table);
    },
  );
  const asked = () => service.requests.map(({ query }) => query.referenceDate ?? '');
  return { bank, ...sceneOf('bdi', service.url), asked };
}
