import type { Connector } from './undici.ts';

/** V8's `wasm-tiering-budget` in Node 20, and the one for the parser: roughly, bytes of code that run before it is optimised. */
const usual = 1_800_000;
const ample = 500_000_000;

/**
 * undici makes its parser, in WebAssembly, when the first connection stands. Node 20 would optimise it during the first
 * answer, for which the end of a short run waits 100 ms; so it does after a hundred answers.
 */
export function unhurried(connect: Connector): Connector {
  if (!process.version.startsWith('v20.')) return connect;
  return (options, callback) =>
    connect(options, async (...result) => {
      const { setFlagsFromString } = await import('node:v8');
      setFlagsFromString(`--wasm-tiering-budget=${ample}`);
      callback(...result);
      setFlagsFromString(`--wasm-tiering-budget=${usual}`);
    });
}
