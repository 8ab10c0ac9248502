import { type Day, eachDay } from '../../src/calendar/day.ts';
import { isWorkingDay } from '../../src/sources/nbp.ts';
import { sceneOf } from './bank.ts';
import { pass } from './faults.ts';
import { reply, startService } from './service.ts';

type Mids = Readonly<Record<string, number>>;

/** What units cost in złoty on a day: each has its month and day in it. */
export function midsOn(day: string): Mids {
  const digits = Number(day.slice(5).replace('-', ''));
  return { EUR: 4 + digits / 1e4, IDR: 0.00021385, USD: 3 + digits / 1e4 };
}

/** One of the bank's tables, with the day of the year as its number. */
export function tableOf(day: string, mids: Mids = midsOn(day), no = numberOf(day)) {
  const rates = Object.entries(mids).map(([code, mid]) => ({ currency: 'pieniądz', code, mid }));
  return { table: 'A', no, effectiveDate: day, rates };
}

export function numberOf(day: string): string {
  const days = [...eachDay(`${day.slice(0, 4)}-01-01` as Day, day as Day)].length;
  return `${String(days).padStart(3, '0')}/A/NBP/${day.slice(0, 4)}`;
}

/** The bank on a free port, and a machine whose source it is. */
export async function bankOfPoland() {
  const bank = {
    fault: pass,
    tableOn: (day: string) => tableOf(day),
    publishes: isWorkingDay as (day: Day) => boolean,
    /** The last day of which there is a table. */
    last: '2024-01-19',
  };
  const service = await startService(
    (...given) => bank.fault(...given),
    ({ url = '' }, response) => {
      const [, from, to] = /^\/api\/exchangerates\/tables\/A\/([\d-]{10})\/([\d-]{10})\/\?format=json$/.exec(url) ?? [];
      if (!from || !to) return reply(response, 400, '');
      const days = [...eachDay(from as Day, to as Day)];
      if (days.length > 93) return reply(response, 400, 'Przekroczony limit 93 dni');
      const found = days.filter((day) => day <= bank.last && bank.publishes(day));
      if (found.length === 0) return void response.writeHead(404).end('404 NotFound - Not Found - Brak danych');
      const tables = found.map((day) => bank.tableOn(day));
      reply(response, 200, tables);
    },
  );
  /** `2024-01-15 2024-01-19` */
  const asked = () => service.requests.map(({ path }) => path.split('/').slice(-3, -1).join(' '));
  return { bank, ...sceneOf('nbp', service.url), asked };
}
