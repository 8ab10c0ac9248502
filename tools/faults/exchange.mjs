import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { daysFrom } from './days.mjs';
import { dayBody, errorBody, ratesOf, seriesBody, usageBody } from './rates.mjs';

/** A request, and the means to answer it well or badly. */
export class Exchange {
  /** Days that the service has charged for. */
  charged = [];
  /** Days that were delivered, whole and right. */
  delivered = [];
  /** Days that were delivered and may not be kept, if only they are named. */
  notKept = [];
  open = true;

  constructor(service, socket, head) {
    this.service = service;
    this.socket = socket;
    this.run = service.run;
    this.at = service.exchanges.length;
    this.started = performance.now();
    this.target = head.split(' ')[1] ?? '';
    this.takesGzip = /^accept-encoding:.*gzip/im.test(head);
    const url = new URL(this.target, 'http://service');
    this.endpoint = /(historical|time-series|usage|latest)/.exec(url.pathname)?.[1] ?? 'other';
    if (this.endpoint === 'historical') this.days = [url.pathname.slice(-15, -5)];
    else if (this.endpoint === 'time-series')
      this.days = daysFrom(url.searchParams.get('start'), url.searchParams.get('end'));
    else this.days = [];
  }

  async play(how) {
    await how(this);
    this.open = false;
    this.finished = performance.now();
  }

  get gone() {
    return this.socket.destroyed || this.socket.closed;
  }

  /** The right body, or one with parts that are not; see `dayBody` and `seriesBody`. */
  body(fields, dayRates) {
    if (this.endpoint === 'usage') return usageBody(this.service.key, this.service.timeSeries);
    if (this.endpoint === 'historical') {
      const rates = dayRates && { rates: dayRates(this.days[0]) };
      return dayBody(this.days[0], { ...rates, ...fields });
    }
    return seriesBody(this.days, fields, dayRates);
  }

  /** These rates, unlike the usual ones, are right for a day too. */
  alsoRight(day, change) {
    const rates = ratesOf(day);
    change(rates);
    this.service.addRight(day, rates);
  }

  charge() {
    this.charged = this.days;
  }

  /** The right answer: 200 and all rates; a free plan's refusal of a series. */
  async answer(options) {
    if (this.endpoint === 'time-series' && !this.service.timeSeries)
      return this.refuse(403, 'not_allowed', seriesRefused);
    await this.bring(this.body(), options);
  }

  async refuse(status, message, description, headers) {
    await this.send(this.response(errorBody(status, message, description), { status, headers }));
  }

  /** A paid answer that is right in these days. */
  async bring(body, { days = this.days, ...options } = {}) {
    this.charge();
    if (await this.send(this.response(body, options))) this.delivered = days;
  }

  /** A paid answer that nothing can be done with. */
  async spoil(body, options) {
    await this.bring(body, { ...options, days: [] });
  }

  /** The bytes of a response. */
  response(body, { status = 200, headers = {}, gzip, chunked, ...head } = {}) {
    const zip = (gzip ?? this.service.gzip) && this.takesGzip;
    const bytes = zip ? gzipSync(body, { level: 1 }) : Buffer.from(body);
    return Buffer.concat([
      this.head(
        status,
        {
          ...(zip && { 'Content-Encoding': 'gzip' }),
          ...framing(bytes, chunked ?? this.service.chunked),
          ...headers,
        },
        head,
      ),
      (chunked ?? this.service.chunked) ? chunk(bytes) : bytes,
    ]);
  }

  head(status, headers, { reason = 'Reason', raw = '' } = {}) {
    const all = {
      Date: new Date().toUTCString(),
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`),
    );
    return Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}${raw}\r\n`, 'latin1');
  }

  /** Writes bytes; whether they left before the connection was gone. */
  async send(bytes) {
    if (this.gone) return false;
    const error = await new Promise((resolve) => this.socket.write(bytes, resolve));
    return !error && !this.gone;
  }

  reset() {
    this.socket.resetAndDestroy();
  }

  end() {
    this.socket.end();
  }

  /** Until the program hangs up. */
  async hang() {
    if (this.gone) return;
    await new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** Writes bytes in pieces, with pauses in milliseconds; whether all left. */
  async drip(bytes, size, pause) {
    for (let at = 0; at < bytes.length; at += size) {
      if (!(await this.send(bytes.subarray(at, at + size)))) return false;
      await sleep(pause);
    }
    return !this.gone;
  }
}

const seriesRefused = 'Your plan does not allow time-series requests. Please contact support to upgrade.';

const framing = (bytes, chunked) => (chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': bytes.length });

const chunk = (bytes) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
