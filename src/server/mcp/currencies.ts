import { tool } from './tool.ts';

export const currencies = tool({
  name: 'currencies',
  title: 'Find currencies',
  description: 'Codes, names and decimals of currencies, and the first and last stored day of each.',
  arguments: { word: { type: 'text', meaning: 'a code, a name, a country or a part of one; else all' } },
  answer: (given, desk) => desk.currencies(given),
});
