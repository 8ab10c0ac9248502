import { gunzipSync } from 'node:zlib';
import { connectorTo, unhurried } from './connect.ts';
import { Exchange, isAnswer, largestBody, NoAnswer, type Response, tooLarge } from './exchange.ts';
import type { Subscriber } from './service.ts';
import { Agent, takingContinue } from './undici.ts';

/** @param timeout seconds for each connection */
export function openTransport(origin: URL, connections: number, timeout: number, env: Subscriber['env']) {
  const dispatcher = new Agent({
    connect: unhurried(takingContinue(connectorTo(origin, milliseconds(timeout), env))),
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
  });

  /** Does not follow redirects. @param timeout seconds @throws NoAnswer */
  async function get(url: URL, timeout: number, signal: AbortSignal): Promise<Response> {
    const { origin, pathname, search } = url;
    const exchange = new Exchange();
    const interrupt = () => exchange.giveUp(new NoAnswer('interrupted', exchange.sent));
    const clock = setTimeout(() => {
      const what = exchange.sent ? 'answer' : 'connection';
      exchange.giveUp(new NoAnswer(`no ${what} within ${timeout} s`, exchange.sent));
    }, milliseconds(timeout));
    signal.addEventListener('abort', interrupt);
    try {
      if (signal.aborted) interrupt();
      else dispatcher.dispatch({ origin, path: pathname + search, method: 'GET', headers }, exchange);
      return unpacked(await exchange.response);
    } catch (error) {
      throw noAnswer(error, exchange.sent);
    } finally {
      clearTimeout(clock);
      signal.removeEventListener('abort', interrupt);
    }
  }

  return { get, close: () => dispatcher.destroy() };
}

const milliseconds = (seconds: number) => Math.ceil(seconds * 1000);

const headers = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'ratebook' };

/** Synchronous: a worker thread would queue behind file flushes. For an error the status will do. */
function unpacked(response: Response): Response {
  const { headers, body } = response;
  if (!/^(x-)?gzip$/i.test(String(headers['content-encoding']))) return response;
  try {
    return { ...response, body: gunzipSync(body, { maxOutputLength: largestBody }) };
  } catch (error) {
    if (isAnswer(response)) throw error;
    return { ...response, body: Buffer.alloc(0) };
  }
}

function noAnswer(error: unknown, sent: boolean): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const { code = '', message } = error as { code?: string; message: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code))
    return new NoAnswer(`the certificate is not trusted (${code})`, sent, true);
  return new NoAnswer(words[code] ?? `the connection failed (${code || message})`, sent);
}

const words: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut off',
  Z_BUF_ERROR: 'the answer was cut off',
  Z_DATA_ERROR: 'the answer is not valid gzip',
};
