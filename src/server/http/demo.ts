import { addDays, countDays, dayAt, firstDay, lastOfMonth, monthOf } from '../../calendar/day.ts';
import { usd } from '../../currencies/code.ts';
import { demoDay } from '../../sources/demo-rates.ts';
import { accessRestricted, invalidAppId, ServiceError } from './error.ts';
import { type Account, allFeatures, type Service, type Subscription } from './service.ts';

/** What `serve --demo` serves. */
export function demoService(now: () => number): Service {
  const accounts = new Map<string, Account>();
  return {
    pivot: usd,
    now,
    async days(days, alternative) {
      const made = days.map((day) => demoDay(day, { alternative, now: now() }));
      const rates = made.filter((day) => day !== undefined);
      return { rates: rates.length === days.length ? rates : undefined, origin: 'made up' };
    },
    newest: async () => undefined,
    currencies: async () => undefined,
    accountOf(appId) {
      if (appId.startsWith('invalid')) throw invalidAppId();
      if (appId.startsWith('inactive'))
        throw new ServiceError(
          401,
          'app_id_inactive',
          'This App ID has been deactivated. Please use another.',
        );
      const account = accounts.get(appId) ?? new DemoAccount(planOf(appId), now);
      accounts.set(appId, account);
      return account;
    },
    async health() {
      const newest = addDays(dayAt(now()), -1);
      return { days: countDays(firstDay, newest), newest, behind: 0, spent: 0, left: null };
    },
  };
}

const ranges = { ...allFeatures, convert: false };
const selections = { ...ranges, 'time-series': false };
const none = { ...selections, base: false, symbols: false };

const limited = [
  { name: 'Free', updateFrequency: 'hourly', quota: 1000, features: none },
  { name: 'Developer', updateFrequency: 'hourly', quota: 10_000, features: selections },
  { name: 'Enterprise', updateFrequency: '30-minute', quota: 100_000, features: ranges },
];

const unlimited = { name: 'Unlimited', updateFrequency: '5-minute', quota: undefined, features: allFeatures };

/** A key that begins with the name of a plan has that plan, any other the unlimited one. */
function planOf(appId: string): Subscription {
  const plan = limited.find(({ name }) => appId.startsWith(name.toLowerCase())) ?? unlimited;
  return { ...plan, period: 'month' };
}

class DemoAccount implements Account {
  #month = '';
  #requests = 0;

  constructor(
    readonly plan: Subscription,
    private readonly now: () => number,
  ) {}

  get requests(): number {
    return this.#month === monthOf(dayAt(this.now())) ? this.#requests : 0;
  }

  charge(cost: number): void {
    const month = monthOf(dayAt(this.now()));
    const requests = this.requests + cost;
    const { quota } = this.plan;
    if (quota !== undefined && requests > quota) throw accessRestricted(addDays(lastOfMonth(month), 1));
    this.#month = month;
    this.#requests = requests;
  }
}
