import type { RequestListener } from 'node:http';
import { createHandler } from '../api/handler.ts';
import { type Listening, listen } from '../api/listen.ts';
import { demoAccounts } from './accounts.ts';
import { demoSource } from './source.ts';

export function createDemoHandler(now: () => number): RequestListener {
  return createHandler({ source: demoSource(now), accounts: demoAccounts(now), now });
}

/** Port 0 takes any free port. */
export function startDemo({ now, port = 0 }: { now: () => number; port?: number }): Promise<Listening> {
  return listen(createDemoHandler(now), { port });
}
