import { type Day, eachDay, isWeekend } from '../../src/calendar/day.ts';
import { pass } from './faults.ts';
import { HeldFiles } from './held-files.ts';
import { Machine } from './ratebook.ts';
import { runOn } from './scene.ts';
import { type Fault, reply, startService } from './service.ts';

/** Digits as the bank prints them, by code. */
export type Figures = Readonly<Record<string, string>>;

const head = 'Country,Currency,ISO Code,UIC Code,Rate,Rate convention,Reference date (CET)';
const convention = 'Foreign currency amount for 1 Euro.';
const disclaimer = '\n\n# DISCLAIMER\n# The exchange rates are not provided in real time.\n';

/** The bank's table of a day; without figures that of a day on which it published nothing. */
export function tableOf(day: string, figures: Figures | readonly (readonly [code: string, rate: string])[]): string {
  const rows = Array.isArray(figures) ? figures : Object.entries(figures);
  const lines = rows.map(([code, rate]) => `SOMEWHERE,Money,${code},001,${rate},${convention},${day}`);
  return [head, ...lines, disclaimer].join('\n');
}

/** What the bank has of a day: each has its month and day in it. */
export function figuresOn(day: string): Figures {
  const digits = day.slice(5).replace('-', '');
  return { AED: `4.${digits}1`, RUB: 'N.A.', USD: `1.${digits}7`, XAF: '655.9570' };
}

interface Given {
  /** On which it publishes. */
  readonly days?: (day: Day) => boolean;
}

/** The bank on a free port, and a machine that knows it and has no key. */
export async function bankOfItaly({ days = (day) => !isWeekend(day) }: Given = {}) {
  const own = { fault: pass as Fault, revised: {} as Record<string, Figures>, days };
  const accepted = new Set<string | undefined>();
  const service = await startService(
    (request, response, pass) => {
      accepted.add(response.req.headers.accept);
      own.fault(request, response, pass);
    },
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const day = searchParams.get('referenceDate') as Day;
      const isAsked = pathname === '/dailyRates' && searchParams.size === 3;
      if (!isAsked) return reply(response, 404, '');
      const table = tableOf(day, own.days(day) ? (own.revised[day] ?? figuresOn(day)) : {});
      response.writeHead(200, { 'content-type': 'text/csv;charset=UTF-8' }).end(table);
    },
  );
  const machine = new Machine({ RATEBOOK_BDI_URL: service.url.replace(/\/api$/, '') });
  const of = runOn(machine, () => undefined);
  const run: typeof of = (line, options) => of(`${line} --source bdi`, options);

  return {
    bank: Object.assign(own, { accepted, service, close: service.close }),
    machine,
    held: new HeldFiles(machine, 'https://bdi'),
    run,
    asked: () => service.requests.map(({ query }) => query.referenceDate ?? ''),
  };
}

export const weekdaysIn = (first: string, last: string): string[] =>
  [...eachDay(first as Day, last as Day)].filter((day) => !isWeekend(day));
