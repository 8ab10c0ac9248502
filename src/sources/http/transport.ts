import { gunzipSync } from 'node:zlib';
import type { Visitor } from '../source.ts';
import { connectorTo, unhurried } from './connect.ts';
import { Exchange, isAnswer, type Response, type Told } from './exchange.ts';
import { largestBody, NoAnswer, noAnswer } from './no-answer.ts';
import { Agent, takingContinue } from './undici.ts';

interface TransportOptions extends Pick<Visitor, 'timeout' | 'env'> {
  readonly connections: number;
}

interface Transport {
  /** Does not follow redirects. @throws NoAnswer */
  get(url: URL, options: GetOptions): Promise<Response>;
  close(): Promise<void>;
}

interface GetOptions extends Told {
  /** Seconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Besides those of every request. */
  readonly headers?: Headers;
  /** Bytes that the answer may have. */
  readonly most?: number;
}

type Headers = Readonly<Record<string, string | undefined>>;

export function openTransport(origin: URL, { connections, timeout, env }: TransportOptions): Transport {
  const dispatcher = new Agent({
    connect: unhurried(takingContinue(connectorTo(origin, milliseconds(timeout), env))),
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
  });

  async function get(url: URL, options: GetOptions): Promise<Response> {
    const { timeout, signal, headers, most = largestBody } = options;
    const { origin, pathname, search } = url;
    const exchange = new Exchange(most, options);
    const giveUp = (reason: string) => exchange.giveUp(new NoAnswer(reason, { lost: exchange.sent }));
    const interrupt = () => giveUp('interrupted');
    const tooSlow = () => giveUp(`no ${exchange.sent ? 'answer' : 'connection'} within ${timeout} s`);
    const clock = setTimeout(tooSlow, milliseconds(timeout));
    signal.addEventListener('abort', interrupt);

    try {
      if (signal.aborted) interrupt();
      else
        dispatcher.dispatch(
          { origin, path: pathname + search, method: 'GET', headers: { ...usualHeaders, ...headers } },
          exchange,
        );
      return unpacked(await exchange.response, most);
    } catch (error) {
      throw noAnswer(error, { sent: exchange.sent, most });
    } finally {
      clearTimeout(clock);
      signal.removeEventListener('abort', interrupt);
    }
  }

  return { get, close: () => dispatcher.destroy() };
}

const milliseconds = (seconds: number) => Math.ceil(seconds * 1000);

const usualHeaders: Headers = {
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'ratebook',
};

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
