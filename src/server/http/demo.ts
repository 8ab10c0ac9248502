import { addDays, countDays, dayAt, firstDay, lastOfMonth, monthOf } from '../../calendar/day.ts';
import { usd } from '../../currencies/code.ts';
import { demoDay } from '../../sources/demo-rates.ts';
import { accessRestricted, invalidAppId, ServiceError } from './error.ts';
import type { Account, Accounts, ApiService, Subscription } from './service.ts';

/** What `serve --demo` serves. */
export function demoServed(now: () => number): ApiService {
  const health = async () => {
    const newest = addDays(dayAt(now()), -1);
    return { days: countDays(firstDay, newest), newest, behind: 0, spent: 0, left: null };
  };
  const source: ApiService['source'] = {
    pivot: usd,
    async days(days, { alternative, tell }) {
      tell('made up');
      return days.map((day) => demoDay(day, { alternative, now: now() }));
    },
  };
  return { source, accounts: demoAccounts(now), health, now };
}

const nothing = { base: false, symbols: false, 'time-series': false, convert: false };
const selections = { ...nothing, base: true, symbols: true };
const series = { ...selections, 'time-series': true };
const everything = { ...series, convert: true };

const unlimited: Subscription = {
  name: 'Unlimited',
  updateFrequency: '5-minute',
  quota: undefined,
  period: 'month',
  features: everything,
};

const limited: readonly Subscription[] = [
  { name: 'Free', updateFrequency: 'hourly', quota: 1000, period: 'month', features: nothing },
  { name: 'Developer', updateFrequency: 'hourly', quota: 10_000, period: 'month', features: selections },
  { name: 'Enterprise', updateFrequency: '30-minute', quota: 100_000, period: 'month', features: series },
];

/** A key that begins with the name of a plan has that plan, any other the unlimited one. */
function demoAccounts(now: () => number): Accounts {
  const accounts = new Map<string, Account>();
  return (appId) => {
    if (appId.startsWith('invalid')) throw invalidAppId();
    if (appId.startsWith('inactive'))
      throw new ServiceError(401, 'app_id_inactive', 'This App ID has been deactivated. Please use another.');
    const plan = limited.find(({ name }) => appId.startsWith(name.toLowerCase())) ?? unlimited;
    const account = accounts.get(appId) ?? accountOf(plan, now);
    accounts.set(appId, account);
    return account;
  };
}

function accountOf(plan: Subscription, now: () => number): Account {
  let month = '';
  let requests = 0;
  const thisMonth = () => monthOf(dayAt(now()));

  return {
    plan,
    get requests() {
      return month === thisMonth() ? requests : 0;
    },
    charge(cost) {
      const sum = this.requests + cost;
      const renewal = addDays(lastOfMonth(thisMonth()), 1);
      if (plan.quota !== undefined && sum > plan.quota) throw accessRestricted(renewal);
      month = thisMonth();
      requests = sum;
    },
    refund(cost) {
      requests = Math.max(0, requests - cost);
    },
  };
}
