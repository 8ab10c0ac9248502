import { setTimeout as sleep } from 'node:timers/promises';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { type SeenRequest, startService, type TestService } from './service.ts';

/** The demonstration service, slow enough that whoever asks can be met in the middle of it. */
export interface SlowService extends TestService {
  /** The days of all requests that came: charged, whether or not the answer reached anybody. */
  readonly charged: () => number;
  /** The days of the requests that came by now, and at that moment had no answer, or not for longer than it may be on its way. */
  readonly underWayAt: (moment: number, arriving?: number) => number;
}

/** Milliseconds that an answer may take from the service's hands to the program's, on a machine with other things to do. */
const mostArriving = 100;

export async function startSlowService(shortest: number, longest: number): Promise<SlowService> {
  const asked: { readonly days: number; answered: number }[] = [];
  const service = await startService(async (request, response, pass) => {
    const one = { days: daysOf(request), answered: Number.POSITIVE_INFINITY };
    asked.push(one);
    // of whoever is killed only the connection ends
    response.on('close', () => {
      one.answered = performance.now();
    });
    await sleep(shortest + Math.random() * (longest - shortest));
    pass();
  });
  const sumOf = (some: typeof asked) => some.reduce((sum, { days }) => sum + days, 0);
  return {
    ...service,
    charged: () => sumOf(asked),
    underWayAt: (moment, arriving = mostArriving) =>
      sumOf(asked.filter(({ answered }) => answered + arriving > moment)),
  };
}

function daysOf({ query }: SeenRequest): number {
  return query.start ? countDays(query.start as Day, query.end as Day) : 1;
}
