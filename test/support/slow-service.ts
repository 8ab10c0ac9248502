import { setTimeout as sleep } from 'node:timers/promises';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { randomFrom } from './random.ts';
import { type Fault, type SeenRequest, startService, type TestService } from './service.ts';
import { seed } from './whole.ts';

/** The demonstration service with delayed answers, so that a client can be killed at any moment. */
export interface SlowService extends TestService {
  /** Days of all requests; a request is charged even if its answer is lost. */
  readonly charged: () => number;
}

const longest = 60;
const random = randomFrom(seed);

/** Calls `onMoment` for each request that has arrived and each answer that was sent. */
export async function startSlowService(onMoment: (request: SeenRequest) => void = () => {}): Promise<SlowService> {
  const fault: Fault = async (request, response, pass) => {
    onMoment(request);
    response.on('finish', () => onMoment(request));
    await sleep(random() * longest);
    pass();
  };
  const service = await startService(fault);
  const charged = () => service.requests.reduce((sum, { query }) => sum + daysOf(query), 0);
  return { ...service, charged };
}

function daysOf({ start, end }: SeenRequest['query']): number {
  return start ? countDays(start as Day, end as Day) : 1;
}
