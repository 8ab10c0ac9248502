import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { failed } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import type { Response } from './response.ts';
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from './undici.ts';

/** No whole answer came. */
export class NoAnswer extends Error {
  constructor(
    reason: string,
    /** The service may have seen the request, and charged for it. */
    readonly sent: boolean,
    /** Another try would end the same way. */
    readonly final = false,
  ) {
    super(reason);
  }
}

interface Transport {
  /** One GET; redirects are not followed. @throws NoAnswer; the signal's reason where that is aborted */
  get(url: URL, timeout: number, signal: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

const largestBody = 32 * 1024 * 1024;

/** Keep-alive connections to one origin, through HTTPS_PROXY where that and NO_PROXY say so; never for loopback. */
export function openTransport(
  origin: URL,
  connections: number,
  env: Readonly<Record<string, string | undefined>>,
): Transport {
  const dispatcher = dispatcherFor(origin, connections, env);
  return {
    get: (url, timeout, signal) => get(dispatcher, url, timeout, signal),
    close: () => dispatcher.destroy(),
  };
}

function dispatcherFor(
  origin: URL,
  connections: number,
  env: Readonly<Record<string, string | undefined>>,
): Dispatcher {
  const options = { connections, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 64 * 1024 };
  const proxy = env.HTTPS_PROXY || env.https_proxy;
  if (!proxy || isLoopback(origin.hostname)) return new Agent(options);
  try {
    const noProxy = env.NO_PROXY ?? env.no_proxy ?? '';
    return new EnvHttpProxyAgent({ ...options, httpsProxy: proxy, httpProxy: '', noProxy });
  } catch {
    throw failed('HTTPS_PROXY is not the address of a proxy', 'write it as http://host:port');
  }
}

async function get(
  dispatcher: Dispatcher,
  url: URL,
  timeout: number,
  signal: AbortSignal,
): Promise<Response> {
  const clock = AbortSignal.timeout(timeout * 1000);
  try {
    const answer = await request(dispatcher, {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'ratebook' },
      signal: AbortSignal.any([clock, signal]),
    });
    const { statusCode: status, headers } = answer;
    const whole = await readWhole(answer.body);
    const gzipped = /^(x-)?gzip$/i.test(String(headers['content-encoding']));
    return { status, headers, body: gzipped ? unpacked(whole, status) : whole };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (clock.aborted) throw new NoAnswer(`no answer within ${timeout} s`, true);
    throw noAnswer(error);
  }
}

async function readWhole(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw tooLarge();
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** At once: in a thread it would wait for the disk with all that is flushed there. Of an error the status says enough. */
function unpacked(body: Buffer, status: number): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: largestBody });
  } catch (error) {
    if (status === 200) throw error;
    return Buffer.alloc(0);
  }
}

const tooLarge = () => new NoAnswer('the answer is larger than 32 MB', true, true);

function noAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const { code = '', message } = error as { code?: string; message: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
  const known = message.startsWith('Proxy response') ? 'the proxy refused the connection' : unsent[code];
  if (known) return new NoAnswer(known, false);
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code))
    return new NoAnswer(`its certificate is not trusted (${code})`, false, true);
  return new NoAnswer(lost[code] ?? `the connection failed (${code || message})`, true);
}

/** Failures before the request left: nothing can have been charged. */
const unsent: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};

const lost: Record<string, string> = {
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut off',
  Z_BUF_ERROR: 'the answer was cut off',
  Z_DATA_ERROR: 'the answer is no valid gzip',
};
