import { everyNames } from '../../calendar/period.ts';
import { Failure } from '../../errors.ts';
import { takeNames } from '../../rates/aggregate.ts';
import { tool } from './tool.ts';
import { viewArguments } from './view.ts';

/** Rates of days or periods. */
export const mostRows = 400;

export const series = tool({
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
