import { tool } from './tool.ts';
import { viewArguments } from './view.ts';

export const rates = tool({
  name: 'rates',
  title: 'Rates of a day',
  description: 'The rates of a day, or the newest ones: what one unit of the base costs in each currency.',
  arguments: {
    day: { type: 'text', meaning: 'in UTC: 2024-01-17, yesterday, 17 Jan 2024; else the newest there is' },
    ...viewArguments,
  },
  answer: (given, desk) => desk.rates(given),
});
