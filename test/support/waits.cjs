// Preloaded: waits of 4 s and more end by a signal from the test instead of the clock, however slow the machine is.
// SIGUSR2 ends all waits of up to 5 s.
const long = 4_000;
const passing = 5_000;
const { setTimeout: start, clearTimeout: stop } = globalThis;
const pending = new Map();

/** Nothing but the signal ends it. */
function wait(delay, end) {
  const timer = start(() => {}, 2 ** 30);
  pending.set(timer, { delay, end });
  return timer;
}

function over(timer) {
  stop(timer);
  pending.delete(timer);
}

process.on('SIGUSR2', () => {
  for (const [timer, { delay, end }] of [...pending]) {
    if (delay > passing) continue;
    over(timer);
    end();
  }
});

globalThis.setTimeout = (work, delay = 0, ...args) =>
  delay < long ? start(work, delay, ...args) : wait(delay, () => work(...args));
globalThis.clearTimeout = over;

const timers = require('node:timers/promises');
const { setTimeout: sleep } = timers;
timers.setTimeout = (delay, value, options = {}) => {
  const { signal } = options;
  if (delay < long || signal?.aborted) return sleep(delay, value, options);
  return new Promise((resolve, reject) => {
    const timer = wait(delay, () => resolve(value));
    signal?.addEventListener('abort', () => {
      over(timer);
      reject(signal.reason);
    });
  });
};

const { timeout } = AbortSignal;
AbortSignal.timeout = (delay) => {
  if (delay < long) return timeout.call(AbortSignal, delay);
  const late = new AbortController();
  wait(delay, () => late.abort(new DOMException('timeout', 'TimeoutError'))).unref();
  return late.signal;
};

// The server never closes an idle connection.
if (process.argv.includes('serve')) {
  const http = require('node:http');
  const { createServer } = http;
  const endless = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };
  http.createServer = (options, listener) => {
    const server = createServer({ ...options, ...endless }, listener);
    server.setTimeout = () => server;
    return server;
  };
}
