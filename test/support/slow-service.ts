import { setTimeout as sleep } from 'node:timers/promises';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { type Fault, type SeenRequest, startService, type TestService } from './service.ts';

/** The demonstration service, each answer after a while of its own, so that whoever asks can be met in the middle of it. */
export interface SlowService extends TestService {
  /** The days of all requests that came, or of those with this key: charged, whether or not the answer reached anybody. */
  readonly charged: (key?: string) => number;
}

/** The most that an answer takes, in milliseconds. */
const longest = 60;

/** `onMoment` is told whenever a request has come, and whenever an answer has been sent. */
export async function startSlowService(
  onMoment: (request: SeenRequest) => void = () => {},
): Promise<SlowService> {
  const fault: Fault = async (request, response, pass) => {
    onMoment(request);
    response.on('finish', () => onMoment(request));
    await sleep(Math.random() * longest);
    pass();
  };
  const service = await startService(fault);
  const charged = (key?: string) =>
    service.requests
      .filter(({ query }) => key === undefined || query.app_id === key)
      .reduce((sum, { query }) => sum + daysOf(query), 0);
  return { ...service, charged };
}

function daysOf({ start, end }: SeenRequest['query']): number {
  return start ? countDays(start as Day, end as Day) : 1;
}

/** The requests that a run with --debug has said it has an answer to. */
export function saidToHave(stderr: string): SeenRequest['query'][] {
  const lines = stderr.matchAll(/\?(start=\S+), try \d+: 200, /g);
  return Array.from(lines, ([, query]) => Object.fromEntries(new URLSearchParams(query)));
}

/** The days of these. */
export function daysSaid(stderr: string): number {
  return saidToHave(stderr).reduce((sum, query) => sum + daysOf(query), 0);
}
