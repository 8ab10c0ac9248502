import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from './random.ts';
import { costOf, type SeenRequest, startService } from './service.ts';
import { seed } from './whole.ts';

const longest = 60;
const random = randomFrom(seed);

/**
 * The demonstration service with delayed answers, so that a client can be killed at any moment.
 * @param onMoment called for each request that has arrived and each answer that was sent
 */
export async function startSlowService(onMoment: (request: SeenRequest) => void = () => {}) {
  const service = await startService(async (request, response, pass) => {
    onMoment(request);
    response.on('finish', () => onMoment(request));
    await sleep(random() * longest);
    pass();
  });
  /** Days of all requests; one is charged even if its answer is lost. */
  const charged = () => service.requests.reduce((sum, request) => sum + costOf(request), 0);
  return { ...service, charged };
}
