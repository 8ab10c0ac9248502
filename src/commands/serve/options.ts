import type { Given } from '../definition.ts';
import { inCost, inRun, inStore, numberLike, run, voice, what, wholeNumber } from '../options.ts';

const oneMore = (text: string, before: readonly string[] = []) => [...before, text];

const portNumber = numberLike(/^\d{1,5}$/, 'a port, 0 to 65535', (port) => port <= 65535);

export const options = [
  what.source,
  () =>
    inCost('--max-cost <requests>', 'spend at most this per UTC day (default: confirm_above)').argParser(
      wholeNumber,
    ),
  () => inStore('--offline', 'serve stored days only; never open a connection'),
  () => inRun('--port <port>', 'port to listen on; 0 picks a free one').argParser(portNumber).default(8787),
  () => inRun('--host <address>', 'address to listen on (default: 127.0.0.1); any but loopback needs --ids'),
  () => inRun('--ids <file>', 'accept only the app_ids in this file, one per line'),
  () =>
    inRun('--allow-host <name>', 'also accept this name in the Host of requests; may be repeated').argParser(
      oneMore,
    ),
  () =>
    inRun('--allow-origin <origin>', 'also answer the scripts of this web site; may be repeated').argParser(
      oneMore,
    ),
  () => inRun('--demo', 'serve made-up rates, to try out clients').conflicts(['offline', 'maxCost']),
  run.concurrency,
  ...voice,
] as const;

export type Serving = Given<typeof options>;
