import { setTimeout as sleep } from 'node:timers/promises';
import { type Day, dayAt, dayLength } from '../../calendar/day.ts';
import { failed } from '../../errors.ts';
import { mostFirstTries, untilNextTry } from '../http/contact.ts';
import { isAnswer, type Response, servedAt } from '../http/exchange.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { openTransport } from '../http/transport.ts';
import type { Visitor } from '../http/visitor.ts';
import { isTooLong, retryAfter, tooLong } from '../http/waits.ts';
import { type Listener, Unasked, type Version, type Whole, type WholeConnection } from '../source.ts';
import { BadFile } from './bad-file.ts';
import { daysInFile, notZip } from './file.ts';
import { isZip } from './zip.ts';

const path = '/stats/eurofxref/eurofxref-hist.zip';

/** Bytes; 32 MB of rates are packed into less. */
const mostPacked = 16 * 1024 * 1024;

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
        const response = await transport.get(url, timeout, signal, conditions, mostPacked);
        const { status, headers, body } = response;
        const after = retryAfter(headers['retry-after']?.toString(), now());
        if (status !== 304 && !isAnswer(response))
          throw new NoAnswer(`status ${status}`, true, { final: status < 500 && after === undefined, after });
        told(`${status}, ${body.length} bytes`);
        if (status === 304) return undefined;
        const came = { etag: headers.etag?.toString(), modified: headers['last-modified']?.toString() };
        return { version: came, days: await daysIn(response) };
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

  async function daysIn(response: Response) {
    const { body } = response;
    try {
      if (!isZip(body)) throw notZip(body);
      return await daysInFile(body, lastIn(response));
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      throw new Unasked(failed(`the file of ${url.host} ${error.message}; nothing of it was kept`));
    }
  }

  /** Today by this machine's clock, or by the source's if that is ahead, by a day at most. */
  function lastIn(response: Response): Day {
    const here = now();
    return dayAt(Math.max(here, Math.min(servedAt(response) ?? here, here + dayLength)));
  }

  return { all, close: transport.close };
}
