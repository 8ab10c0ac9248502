import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Exchange } from './exchange.mjs';

/**
 * A service on raw sockets, which answers rightly save where `script` says otherwise. It takes down what each request
 * cost, and what it brought.
 */
export class Service {
  /** Every request, in the order in which they came. */
  exchanges = [];
  /** The run that asks: the exchanges of a run bear its number. */
  run = 0;
  /** Tells how to play an exchange; nothing for rightly. */
  script = () => undefined;
  /** Ends or stirs the program that runs. */
  signal = () => {};
  /** The number of requests before a signal was sent; nothing while none was. */
  signalledAt;
  openAtSignal = 0;
  /** Told twice or more, a program may die of it. */
  signalsSent = 0;
  /** Days with rates other than the usual that it has sent, and that are right as well: day -> [rates]. */
  #alsoRight = new Map();
  #sockets = new Set();
  #server;
  #listening;
  #closed = false;
  #delays = monitorEventLoopDelay({ resolution: 20 });
  port;

  constructor({ key, timeSeries, gzip, chunked }) {
    Object.assign(this, { key, timeSeries, gzip, chunked });
    this.#delays.enable();
  }

  async listen() {
    this.#server = createServer((socket) => this.#accept(socket));
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.port ?? 0, '127.0.0.1', resolve);
    });
    this.port = this.#server.address().port;
  }

  /** The milliseconds, at most, that a request may have waited before this busy process read it. */
  get delay() {
    return this.#delays.max / 1e6;
  }

  get url() {
    return `http://127.0.0.1:${this.port}/api`;
  }

  /** Nobody listens, and all connections are gone, for so many milliseconds. */
  async deafFor(time) {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
    this.#listening = sleep(time).then(() => this.#listenAgain());
  }

  async #listenAgain() {
    while (!this.#closed) {
      // another socket may sit on the port for a moment
      if (
        await this.listen().then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(100);
    }
  }

  /** Until it listens, and nothing of the run before is under way. */
  async settled() {
    await this.#listening;
    // first, what a run that has ended still asked for is let in
    do await sleep(5);
    while (this.#sockets.size > 0 || this.exchanges.some(({ open }) => open));
  }

  close() {
    this.#closed = true;
    this.#delays.disable();
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Signals the program, and remembers what was under way then. */
  sendSignal(name, times = 1) {
    this.signalledAt ??= this.exchanges.length;
    this.openAtSignal = this.exchanges.filter(
      ({ run, open, delivered }) => run === this.run && open && delivered.length === 0,
    ).length;
    this.signalsSent += times;
    this.signal(name);
    if (times > 1) setTimeout(() => this.signal(name), 10);
  }

  rightRates(day) {
    return this.#alsoRight.get(day) ?? [];
  }

  addRight(day, rates) {
    this.#alsoRight.set(day, [...this.rightRates(day), rates]);
  }

  #accept(socket) {
    this.#sockets.add(socket);
    // what the program does to its connections is its own affair
    socket.on('error', () => {});
    let last;
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (last) last.hungUp = performance.now();
    });
    socket.setNoDelay(true);
    let text = '';
    let busy = false;
    const read = async () => {
      const end = text.indexOf('\r\n\r\n');
      if (busy || end < 0) return;
      const head = text.slice(0, end);
      text = text.slice(end + 4);
      busy = true;
      last = new Exchange(this, socket, head);
      await this.#answer(last);
      busy = false;
      read();
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      read();
    });
  }

  async #answer(exchange) {
    this.exchanges.push(exchange);
    const play = this.script(exchange);
    await exchange.play(play ?? ((it) => it.answer()));
  }
}
