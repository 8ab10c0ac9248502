import { rateRuleNames } from '../../rates/rules.ts';
import { tool } from './tool.ts';

export const convert = tool({
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
