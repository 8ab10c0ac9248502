import { join } from 'node:path';
import { isWorkingDay } from '../ecb/calendar.ts';
import { type Bank, connectTo } from '../http/bank.ts';
import { Pace } from '../http/pace.ts';
import type { Connection, Listener, Subscriber } from '../source.ts';
import { ratesInAnswer } from './answer.ts';

/** Requests under way, those of all processes together. */
const atOnce = 2;

/** Milliseconds between the starts of two requests: they come 0.3 s apart, though some take longer. */
const apart = 320;

export function connect(subscriber: Subscriber, listener: Listener): Connection {
  const { state, now } = subscriber;
  const bank: Bank = {
    atOnce,
    cost: 1,
    // a day has some 15,000
    most: 1024 * 1024,
    headers: { accept: 'text/csv' },
    publishes: isWorkingDay,
    addressOf: ({ first }) => `/dailyRates?referenceDate=${first}&currencyIsoCode=EUR&lang=en`,
    ratesIn({ body }, { first }) {
      const rates = ratesInAnswer(body, first);
      return new Map(rates && [[first, rates]]);
    },
    pace: new Pace({ folder: state && join(state, 'pace', 'bdi'), atOnce, apart, now }),
  };
  return connectTo(bank, subscriber, listener);
}
