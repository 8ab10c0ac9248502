import { createHandler } from '../../src/server/api/handler.ts';
import { demoAccounts, demoSource } from '../../src/server/demo/demo.ts';
import { HeldFiles } from './held-files.ts';
import { runHere } from './here.ts';
import { Machine } from './ratebook.ts';
import { type Fault, startService } from './service.ts';

const key = 'free-0123456789';

/** A service with a clock of its own, and a machine with a free key for it. */
export async function freePlan(start: string, usage?: Fault, fault?: Fault) {
  let now = start;
  const clock = () => Date.parse(now);
  const accounts = demoAccounts(clock);
  const handler = createHandler({ source: demoSource(clock), accounts, now: clock });
  const service = await startService(fault, handler, usage);
  const machine = Machine.for(service.url, key);
  const held = new HeldFiles(machine, service.url);
  const usageNow = async () => {
    const answer = await fetch(`${service.url}/usage.json?app_id=${key}`);
    return ((await answer.json()) as { data: { usage: Record<string, number> } }).data.usage;
  };
  return {
    service,
    machine,
    held,
    usageNow,
    /** The key is used elsewhere. */
    spend: (requests: number) => accounts(key).charge(requests),
    at: (time: string) => {
      now = time;
    },
    run: (...args: string[]) => runHere(machine, ['archive', ...args], { now }),
    /** On another machine with the same key. */
    runOn: (other: Machine, ...args: string[]) => runHere(other, ['archive', ...args], { now }),
  };
}
