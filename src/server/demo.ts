import type { RequestListener } from 'node:http';
import { demoAccounts } from './demo-accounts.ts';
import { demoSource } from './demo-source.ts';
import { createHandler } from './handler.ts';
import { type Listening, listen } from './listen.ts';

/** The service's interface over made-up rates. */
export function createDemoHandler(now: () => number): RequestListener {
  return createHandler({ source: demoSource(now), accounts: demoAccounts(now), now });
}

/** The demonstration service on any free port, or on this one. */
export function startDemo({ now, port = 0 }: { now: () => number; port?: number }): Promise<Listening> {
  return listen(createDemoHandler(now), { port });
}
