import { gunzipSync } from 'node:zlib';
import { connectorTo, unhurried } from './connect.ts';
import { Exchange, isAnswer, type Response } from './exchange.ts';
import { largestBody, NoAnswer, noAnswer } from './no-answer.ts';
import { Agent, takingContinue } from './undici.ts';
import type { Visitor } from './visitor.ts';

/** @param timeout seconds for each connection */
export function openTransport(origin: URL, connections: number, timeout: number, env: Visitor['env']) {
  const dispatcher = new Agent({
    connect: unhurried(takingContinue(connectorTo(origin, milliseconds(timeout), env))),
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
  });

  /** Does not follow redirects. @param timeout seconds @param most bytes of the answer @throws NoAnswer */
  async function get(
    url: URL,
    timeout: number,
    signal: AbortSignal,
    conditions?: Headers,
    most = largestBody,
  ): Promise<Response> {
    const { origin, pathname, search } = url;
    const exchange = new Exchange(most);
    const interrupt = () => exchange.giveUp(new NoAnswer('interrupted', exchange.sent));
    const clock = setTimeout(() => {
      const what = exchange.sent ? 'answer' : 'connection';
      exchange.giveUp(new NoAnswer(`no ${what} within ${timeout} s`, exchange.sent));
    }, milliseconds(timeout));
    signal.addEventListener('abort', interrupt);
    try {
      if (signal.aborted) interrupt();
      else
        dispatcher.dispatch(
          { origin, path: pathname + search, method: 'GET', headers: { ...headers, ...conditions } },
          exchange,
        );
      return unpacked(await exchange.response, most);
    } catch (error) {
      throw noAnswer(error, exchange.sent, most);
    } finally {
      clearTimeout(clock);
      signal.removeEventListener('abort', interrupt);
    }
  }

  return { get, close: () => dispatcher.destroy() };
}

const milliseconds = (seconds: number) => Math.ceil(seconds * 1000);

type Headers = Readonly<Record<string, string | undefined>>;

const headers = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'ratebook' };

/** Synchronous: a worker thread would queue behind file flushes. For an error the status will do. */
function unpacked(response: Response, maxOutputLength: number): Response {
  const { headers, body } = response;
  if (!/^(x-)?gzip$/i.test(String(headers['content-encoding']))) return response;
  try {
    return { ...response, body: gunzipSync(body, { maxOutputLength }) };
  } catch (error) {
    if (isAnswer(response)) throw error;
    return { ...response, body: Buffer.alloc(0) };
  }
}
