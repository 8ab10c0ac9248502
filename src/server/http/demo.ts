import { addDays, countDays, dayAt, firstDay, lastOfMonth, monthOf } from '../../calendar/day.ts';
import { usd } from '../../currencies/code.ts';
import { demoDay, demoTables } from '../../sources/demo-rates.ts';
import {
  type Account,
  accessRestricted,
  allFeatures,
  invalidAppId,
  type Service,
  type Subscription,
} from './service.ts';

/** The service of `serve --demo`. */
export function demoService(now: () => number): Service {
  /** Requests by key and month. */
  const spent = new Map<string, number>();
  const tables = demoTables();
  /** A key that begins with the name of a plan has that plan, any other the unlimited one. */
  const unlimited = planOf('Unlimited', '5-minute');
  const plans = [
    planOf('Free', 'hourly', 1000, { ...selections, base: false, symbols: false }),
    planOf('Developer', 'hourly', 10_000, selections),
    planOf('Enterprise', '30-minute', 100_000, ranges),
  ];

  function accountOf(appId: string): Account {
    if (appId.startsWith('invalid')) throw invalidAppId();
    const month = monthOf(dayAt(now()));
    const key = `${appId} ${month}`;
    const plan = plans.find(({ name }) => appId.startsWith(name.toLowerCase())) ?? unlimited;
    const charge = (cost: number) => {
      const requests = (spent.get(key) ?? 0) + cost;
      if (requests > (plan.quota ?? requests)) throw accessRestricted(addDays(lastOfMonth(month), 1));
      spent.set(key, requests);
    };
    return { plan, requests: spent.get(key) ?? 0, charge };
  }

  return {
    pivot: usd,
    now,
    async days(days, alternative) {
      const rates = days.flatMap((day) => demoDay(tables, day, now(), alternative) ?? []);
      return { rates: rates.length === days.length ? rates : undefined, origin: 'made up' };
    },
    newest: async () => undefined,
    currencies: async () => undefined,
    accountOf,
    async health() {
      const newest = addDays(dayAt(now()), -1);
      return { days: countDays(firstDay, newest), newest, behind: 0, spent: 0, left: null };
    },
  };
}

const planOf = (
  name: string,
  updateFrequency: string,
  quota?: number,
  excluded: object = {},
): Subscription => ({
  name,
  updateFrequency,
  quota,
  features: { ...allFeatures, ...excluded },
  period: 'month',
});

const ranges = { convert: false };
const selections = { ...ranges, 'time-series': false };
