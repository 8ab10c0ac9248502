// Waits of 4 s and more end by `passFiveSeconds` instead of the clock, however slow the machine is, and a server of the
// program never closes an idle connection.
const http = require('node:http');
const { syncBuiltinESMExports } = require('node:module');
const timers = require('node:timers/promises');

const { setTimeout: start, clearTimeout: stop } = globalThis;
const { setTimeout: sleep } = timers;
const { createServer } = http;
const isLong = (delay) => delay >= 4_000;
const pending = new Map();

/** Nothing else ends it. */
function wait(delay, end) {
  const timer = start(() => {}, 2 ** 30);
  pending.set(timer, { delay, end });
  return timer;
}

function over(timer) {
  stop(timer);
  pending.delete(timer);
}

/** Ends all waits of up to 5 s. */
exports.passFiveSeconds = () => {
  for (const [timer, { delay, end }] of [...pending]) {
    if (delay > 5_000) continue;
    over(timer);
    end();
  }
};

/** Returns what puts the clock back. */
exports.install = () => {
  globalThis.clearTimeout = over;
  globalThis.setTimeout = (work, delay = 0, ...args) =>
    isLong(delay) ? wait(delay, () => work(...args)) : start(work, delay, ...args);
  timers.setTimeout = (delay, value, options = {}) => {
    const { signal } = options;
    if (!isLong(delay) || signal?.aborted) return sleep(delay, value, options);
    return new Promise((resolve, reject) => {
      const timer = wait(delay, () => resolve(value));
      signal?.addEventListener('abort', () => {
        over(timer);
        reject(signal.reason);
      });
    });
  };
  syncBuiltinESMExports();
  http.createServer = (options, listener) => {
    const endless = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };
    const server = createServer({ ...options, ...endless }, listener);
    server.setTimeout = () => server;
    return server;
  };
  return () => {
    Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
    http.createServer = createServer;
    timers.setTimeout = sleep;
    syncBuiltinESMExports();
  };
};
