import { once } from 'node:events';
import type { Day } from '../../calendar/day.ts';
import type { Cli } from '../../run/host.ts';
import { accountsOf } from '../../server/http/gate.ts';
import { createHandler } from '../../server/http/handler.ts';
import { type Listening, listen } from '../../server/http/listen.ts';
import type { Served } from '../../server/http/service.ts';
import type { Access } from './access.ts';

interface Server extends Listening {
  /** For an example: one that is accepted. */
  readonly appId: string;
}

/** @throws Failure if it cannot listen there */
export async function startServer(
  served: Served,
  port: number,
  { host, guests, ids }: Access,
): Promise<Server> {
  const accounts = ids ? accountsOf(ids, served.accounts) : served.accounts;
  const listening = await listen(createHandler({ ...served, guests, accounts }), port, host);
  return { ...listening, appId: ids ? 'ID' : 'me' };
}

export async function untilInterrupted({ url }: Server, { host: { stdout, signal } }: Cli): Promise<void> {
  stdout.write(`${url}\n`);
  if (!signal.aborted) await once(signal, 'abort');
}

export const exampleLine = ({ url, appId }: Server, day: Day): string =>
  `try: curl '${url}/historical/${day}.json?app_id=${appId}'`;
