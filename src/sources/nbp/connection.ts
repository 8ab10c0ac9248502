import { type Bank, connectTo } from '../http/bank.ts';
import type { Response } from '../http/exchange.ts';
import type { Connection, Listener, Subscriber } from '../source.ts';
import { tablesInAnswer } from './answer.ts';
import { isWorkingDay } from './calendar.ts';

/** The bank's own line for a range without a table; any other 404 says nothing about its tables. */
const hasNoTable = ({ status, body }: Response) =>
  status === 404 && body.toString().startsWith('404 NotFound');

const bank: Bank = {
  atOnce: 4,
  cost: 0,
  // a quarter has some 150,000
  most: 4 * 1024 * 1024,
  headers: { accept: 'application/json' },
  publishes: isWorkingDay,
  addressOf: ({ first, last }) => `/api/exchangerates/tables/A/${first}/${last}/?format=json`,
  isAnswer: hasNoTable,
  ratesIn: (response, run) => (hasNoTable(response) ? new Map() : tablesInAnswer(response.body, run)),
};

export const connect = (subscriber: Subscriber, listener: Listener): Connection =>
  connectTo(bank, subscriber, listener);
