import { setTimeout as sleep } from 'node:timers/promises';
import { failed } from '../../errors.ts';
import { mostFirstTries, untilNextTry } from '../http/contact.ts';
import { isAnswer } from '../http/exchange.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { openTransport } from '../http/transport.ts';
import type { Visitor } from '../http/visitor.ts';
import { isTooLong, retryAfter, tooLong } from '../http/waits.ts';
import { type Listener, Unasked, type Version, type Whole, type WholeConnection } from '../source.ts';
import { BadFile, daysInFile, isZip } from './file.ts';

const path = '/stats/eurofxref/eurofxref-hist.zip';

export function connect({ baseUrl, timeout, tries, env, now }: Visitor, { signal, onTry }: Listener): WholeConnection {
  const url = new URL(baseUrl + path);
  const transport = openTransport(url, 1, timeout, env);

  async function all(version: Version = {}): Promise<Whole | undefined> {
    const conditions = { accept: '*/*', 'if-none-match': version.etag, 'if-modified-since': version.modified };
    for (let number = 1; ; number++) {
      const started = performance.now();
      const told = (outcome: string, wait?: number, unreached = false) =>
        onTry({ url, number, outcome, took: performance.now() - started, wait, unreached });
      try {
        const response = await transport.get(url, timeout, signal, conditions);
        const { status, headers, body } = response;
        const after = retryAfter(headers['retry-after']?.toString(), now());
        if (status !== 304 && !isAnswer(response))
          throw new NoAnswer(`status ${status}`, true, { final: status < 500 && after === undefined, after });
        told(`${status}, ${body.length} bytes`);
        if (status === 304) return undefined;
        const came = { etag: headers.etag?.toString(), modified: headers['last-modified']?.toString() };
        return { version: came, days: await daysIn(body) };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof NoAnswer)) throw error;
        const { final, after = 0 } = error.next;
        const wait = Math.max(untilNextTry(number, Math.random()), after);
        const isLast = final || number >= Math.min(tries, mostFirstTries) || isTooLong(wait);
        told(error.message, isLast ? undefined : wait, !error.lost);
        if (isTooLong(wait)) throw new Unasked(tooLong(url.host, now() + wait));
        const fails = error.lost ? 'gives no rates' : 'cannot be reached';
        if (isLast) throw new Unasked(failed(`${url.host} ${fails}: ${error.message}`));
        await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }

  async function daysIn(body: Buffer) {
    try {
      const days = await daysInFile(body);
      if (isZip(body)) return days;
      throw new BadFile('is not a zip');
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      throw failed(`the file of ${url.host} ${error.message}; nothing of it was kept`);
    }
  }

  return { all, close: transport.close };
}
