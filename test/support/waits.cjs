// Preloaded: waits of 4 s and more end by a signal from the test instead of the clock, however slow the machine is.
// SIGUSR2 ends all waits of up to 5 s.
const long = 4_000;
const passing = 5_000;
const { setTimeout: start, clearTimeout: stop } = globalThis;
const pending = new Set();

class Wait {
  #end;
  #alive = start(() => {}, 2 ** 30);

  constructor(delay, end) {
    this.delay = delay;
    this.#end = end;
    pending.add(this);
  }

  ref() {
    this.#alive.ref();
    return this;
  }

  unref() {
    this.#alive.unref();
    return this;
  }

  stop() {
    stop(this.#alive);
    pending.delete(this);
  }

  end() {
    this.stop();
    this.#end();
  }
}

process.on('SIGUSR2', () => {
  for (const wait of [...pending]) if (wait.delay <= passing) wait.end();
});

globalThis.setTimeout = (work, delay = 0, ...args) =>
  delay < long ? start(work, delay, ...args) : new Wait(delay, () => work(...args));
globalThis.clearTimeout = (timer) => (timer instanceof Wait ? timer.stop() : stop(timer));

const timers = require('node:timers/promises');
const { setTimeout: sleep } = timers;
timers.setTimeout = (delay, value, options = {}) => {
  const { signal } = options;
  if (delay < long || signal?.aborted) return sleep(delay, value, options);
  return new Promise((resolve, reject) => {
    const wait = new Wait(delay, () => resolve(value));
    signal?.addEventListener('abort', () => {
      wait.stop();
      reject(signal.reason);
    });
  });
};

const { timeout } = AbortSignal;
AbortSignal.timeout = (delay) => {
  if (delay < long) return timeout.call(AbortSignal, delay);
  const over = new AbortController();
  new Wait(delay, () => over.abort(new DOMException('timeout', 'TimeoutError'))).unref();
  return over.signal;
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
