import type { Connector } from './undici.ts';

/** Of V8 in Node 20: compile WebAssembly at once and simply, and leave it at that. */
const flags = ['wasm-lazy-compilation', 'wasm-dynamic-tiering', 'wasm-tier-up'];

/**
 * undici makes its parser, in WebAssembly, when the first connection stands. Node 20 would soon optimise it: that takes
 * 40 MB, and 100 ms for which the end of a short run would wait, and brings nothing to a few hundred heads of answers.
 */
export function unhurried(connect: Connector): Connector {
  if (!process.version.startsWith('v20.')) return connect;
  return (options, callback) =>
    connect(options, async (...result) => {
      const { setFlagsFromString } = await import('node:v8');
      for (const flag of flags) setFlagsFromString(`--no-${flag}`);
      callback(...result);
      for (const flag of flags) setFlagsFromString(`--${flag}`);
    });
}
