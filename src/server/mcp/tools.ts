import { everyNames } from '../../calendar/period.ts';
import { Failure } from '../../errors.ts';
import { takeNames } from '../../rates/aggregate.ts';
import { rateRuleNames } from '../../rates/rules.ts';
import { type Tool, tool } from './tool.ts';

/** Of tools that show rates. */
const viewArguments = {
  base: { type: 'text', meaning: "the currency that the rates are relative to; else the source's own" },
  symbols: { type: 'text', meaning: 'only these currencies, separated by commas: EUR,GBP; else all' },
} as const;

const convert = tool({
  name: 'convert',
  title: 'Convert an amount',
  description:
    "An amount in other currencies, at the newest rate or a day's, with a receipt: the rate, its day, its " +
    'source, whether it is derived, and the odd days that it rests on.',
  arguments: {
    amount: { type: 'amount', meaning: '250, 1,234.50, 1.234,50, -5', required: true },
    from: { type: 'text', meaning: 'its currency, a code or a name: EUR', required: true },
    to: { type: 'text', meaning: 'one or more others, separated by commas: USD,CHF', required: true },
    on: { type: 'text', meaning: 'a day in UTC: 2024-01-17, yesterday, 17 Jan 2024; else the newest' },
    rate: {
      type: 'text',
      meaning: 'which rate counts; else that of the day, on a closed day of the source the last published',
      choices: rateRuleNames,
    },
  },
  answer: (given, desk) => desk.convert(given),
});

const rates = tool({
  name: 'rates',
  title: 'Rates of a day',
  description: 'The rates of a day, or the newest ones: what one unit of the base costs in each currency.',
  arguments: {
    day: { type: 'text', meaning: 'in UTC: 2024-01-17, yesterday, 17 Jan 2024; else the newest there is' },
    ...viewArguments,
  },
  answer: (given, desk) => desk.rates(given),
});

/** Rates of days or periods. */
export const mostRows = 400;

const series = tool({
  name: 'series',
  title: 'Rates of a range',
  description:
    'The rates of every day of a range, or one figure per week, month, quarter or year, or a summary (first, ' +
    `last, low, high, mean) of each currency. More than ${mostRows} rates are answered by their summary.`,
  arguments: {
    start: {
      type: 'text',
      meaning:
        'a day, month or year, both ends included: 2024-01-17, 2024-01, 2024; or 30d, last-month, 2024-Q1',
      required: true,
    },
    end: { type: 'text', meaning: 'likewise; without it, start is the whole range' },
    ...viewArguments,
    every: {
      type: 'text',
      meaning: 'one figure per period instead of one rate per day',
      choices: everyNames,
    },
    take: { type: 'text', meaning: 'with every: which figure of the days; else mean', choices: takeNames },
    summary: { type: 'yes or no', meaning: 'a summary of each currency instead of its rates' },
  },
  answer: (given, desk) => {
    if (given.every && given.summary)
      throw new Failure('options_conflict', 'every and summary cannot be used together');
    return desk.series(given);
  },
});

const currencies = tool({
  name: 'currencies',
  title: 'Find currencies',
  description: 'Codes, names and decimals of currencies, and the first and last stored day of each.',
  arguments: { word: { type: 'text', meaning: 'a code, a name, a country or a part of one; else all' } },
  answer: (given, desk) => desk.currencies(given),
});

const status = tool({
  name: 'status',
  title: 'Source and budget',
  description:
    'Whose rates are given, the newest stored day, how many requests of the quota may be spent in a UTC ' +
    'day (agent_budget) and how many were spent today.',
  arguments: {},
  answer: (_, desk) => desk.status(),
});

export const tools: readonly Tool[] = [convert, rates, series, currencies, status];
