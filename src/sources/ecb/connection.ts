import { type Day, dayAt } from '../../calendar/day.ts';
import { Failure } from '../../errors.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isAnswer, type Response, servedAt, timeAt } from '../http/exchange.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { openTransport } from '../http/transport.ts';
import { fewTries, trying } from '../http/tries.ts';
import { retryAfter } from '../http/waits.ts';
import {
  type Listener,
  Unasked,
  type Version,
  type Visitor,
  type Whole,
  type WholeConnection,
} from '../source.ts';
import { BadFile } from './bad-file.ts';
import { daysInFile, notZip } from './file.ts';
import { isZip } from './zip.ts';

const path = '/stats/eurofxref/eurofxref-hist.zip';

/** Bytes; 32 MB of rates are packed into less. */
const mostPacked = 16 * 1024 * 1024;

/** Characters of a validator; a longer one could make a request that the source refuses for ever. */
const mostOfValidator = 1024;

const shortIn = (header?: string | string[]): string | undefined =>
  header && header.length <= mostOfValidator ? header.toString() : undefined;

export function connect(visitor: Visitor, { signal, onTry, onBytes }: Listener): WholeConnection {
  const { baseUrl, timeout, env, now } = visitor;
  const url = new URL(baseUrl + path);
  const transport = openTransport(url, { connections: 1, timeout, env });
  const next = fewTries(visitor, url);

  async function all(version: Version = {}): Promise<Whole | undefined> {
    const response = await trying({ url, signal, onTry, next }, async () => {
      const result = await get(version);
      const told = `${result.status}, ${result.body.length} bytes`;
      return { result, told, served: timeAt(result) };
    });
    if (response.status === 304) return undefined;

    const { etag, 'last-modified': modified } = response.headers;
    return { version: { etag: shortIn(etag), modified: shortIn(modified) }, days: await daysIn(response) };
  }

  /** @throws NoAnswer, or what the signal was aborted with */
  async function get(version: Version): Promise<Response> {
    try {
      const conditional = await send(version);
      const isRefused = conditional.status >= 400 && conditional.status < 500 && conditional.status !== 429;
      const hasConditions = version.etag !== undefined || version.modified !== undefined;
      // the conditions may be what is refused, such as a header that is too long
      const response = isRefused && hasConditions ? await send({}) : conditional;

      const { status } = response;
      if (status === 304 || isAnswer(response)) return response;
      const after = retryAfter(response.headers['retry-after']?.toString(), now());
      const final = status < 500 && after === undefined;
      throw new NoAnswer(`status ${status}`, { lost: true, final, after });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  function send({ etag, modified }: Version): Promise<Response> {
    const headers = { accept: '*/*', 'if-none-match': etag, 'if-modified-since': modified };
    return transport.get(url, { timeout, signal, headers, most: mostPacked, onBytes });
  }

  /** @throws Unasked */
  async function daysIn(response: Response): Promise<DayRates[]> {
    const { body } = response;
    try {
      if (!isZip(body)) throw notZip(body);
      return await daysInFile(body, lastIn(response));
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      throw new Unasked(
        new Failure('service_failed', `the file of ${url.host} ${error.message}; nothing of it was kept`),
      );
    }
  }

  /**
   * The last day that can have rates: today by this machine's clock, or by the source's if that is ahead.
   */
  const lastIn = (response: Response): Day => dayAt(Math.max(now(), servedAt(response) ?? now()));

  return { all, close: transport.close };
}
