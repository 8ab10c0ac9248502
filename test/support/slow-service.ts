import { setTimeout as sleep } from 'node:timers/promises';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { type SeenRequest, startService, type TestService } from './service.ts';

/** The demonstration service, slow enough that whoever asks can be met in the middle of it. */
export interface SlowService extends TestService {
  /** The days of all requests that came: charged, whether or not the answer reached anybody. */
  readonly charged: () => number;
  /** The days of the requests not answered yet, or so lately that whoever asked may not have kept them. */
  readonly underWay: () => number;
}

/** Milliseconds that a client may need to keep an answer. */
const keeping = 150;

export async function startSlowService(shortest: number, longest: number): Promise<SlowService> {
  let charged = 0;
  let underWay = 0;
  const service = await startService(async (request, response, pass) => {
    const days = daysOf(request);
    charged += days;
    underWay += days;
    response.on('close', async () => {
      await sleep(keeping);
      underWay -= days;
    });
    await sleep(shortest + Math.random() * (longest - shortest));
    pass();
  });
  return { ...service, charged: () => charged, underWay: () => underWay };
}

function daysOf({ query }: SeenRequest): number {
  return query.start ? countDays(query.start as Day, query.end as Day) : 1;
}
