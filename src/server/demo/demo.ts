import type { RequestListener } from 'node:http';
import { createHandler } from '../api/handler.ts';
import { type Listening, listen } from '../api/listen.ts';
import type { Served } from '../api/service.ts';
import { demoAccounts } from './accounts.ts';
import { demoSource } from './source.ts';

export function createDemoHandler(now: () => number, log?: Served['log']): RequestListener {
  return createHandler({ source: demoSource(now), accounts: demoAccounts(now), now, log });
}

interface DemoOptions {
  readonly now: () => number;
  readonly port?: number;
  readonly log?: Served['log'];
}

/** Port 0 takes any free port. */
export function startDemo({ now, port = 0, log }: DemoOptions): Promise<Listening> {
  return listen(createDemoHandler(now, log), { port });
}
