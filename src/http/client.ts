import type { IncomingHttpHeaders } from 'node:http';
import type { buildConnector, Dispatcher } from 'undici';
import { isLoopback } from '../config/values.ts';
import { Failure } from '../errors.ts';
import type { AttemptEvent } from './retry.ts';

/** A response that arrived whole, whatever its status. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ClientOptions {
  readonly baseUrl: string;
  /** Seconds that a response may take, connecting included. */
  readonly timeout: number;
  /** With `HTTPS_PROXY` and `NO_PROXY`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The owner of a client. */
export interface Listener {
  /** Ends all requests that are under way, each after its grace. */
  readonly signal: AbortSignal;
  readonly log: (event: ClientEvent) => void;
}

/**
 * `grace`: the signal was aborted while a request is under way that may still be answered, for so many
 * milliseconds. `progress`: bytes received.
 */
export type ClientEvent =
  | AttemptEvent
  | { readonly type: 'grace'; readonly grace: number }
  | { readonly type: 'progress'; readonly received: number };

export interface GetOptions {
  readonly headers?: IncomingHttpHeaders;
  /** Bytes that the body may have, unpacked as well. */
  readonly maxSize?: number;
  /** Seconds. */
  readonly timeout?: number;
  /** Milliseconds that the request, once sent, may go on after the signal. */
  readonly grace?: number;
  /** Whether each piece of the body is an event. */
  readonly showsProgress?: boolean;
}

interface AttemptOutcome {
  /** The request has left, and is not known to be free of charge. */
  readonly mayBeCharged: boolean;
  /** Another attempt would end the same way. */
  readonly isFinal?: boolean;
  /** The client has not sent anything yet: the server may not exist. */
  readonly isUnreached?: boolean;
  /** The server wants fewer requests at a time. */
  readonly isThrottled?: boolean;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number | undefined;
}

/** Why an attempt brought no usable response; another one may. */
export class FailedAttempt extends Error {
  constructor(
    reason: string,
    readonly outcome: AttemptOutcome,
  ) {
    super(reason);
  }
}

/**
 * @throws FailedAttempt with the reason why what a server sent cannot be used, unless the condition is met
 */
export function ensure(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new FailedAttempt(`unusable response: ${reason}`, { mayBeCharged: true });
}

/** 203 is sent by proxies that transform; 201 and 226 by servers that are careless with numbers. */
export const isSuccess = ({ status }: HttpResponse) => [200, 201, 203, 226].includes(status);

/**
 * The server's time, in milliseconds since 1970: a cache says how many seconds ago the response's `Date` was.
 */
export function servedAt({ headers: { date = '', age = '' } }: HttpResponse): number | undefined {
  const served = Date.parse(date) + (/^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0);
  return Number.isNaN(served) ? undefined : served;
}

const megabyte = 1024 * 1024;

/**
 * By way of `HTTPS_PROXY`, unless `NO_PROXY` excepts the host, and never for this machine. @throws Failure
 */
export async function openHttpClient({ baseUrl, timeout, env }: ClientOptions, { signal, log }: Listener) {
  const proxy = isLoopback(new URL(baseUrl).hostname) ? undefined : proxyIn(env);
  // with NODE_DEBUG, undici would print addresses with their key, unless somebody listens before it is loaded
  const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
  for (const name of ['undici:client:connectError', 'undici:request:error']) subscribe(name, () => {});
  const { Agent, buildConnector, EnvHttpProxyAgent, Pool } = await import('undici');
  const requestTls = { timeout: Math.ceil(timeout * 1000) };
  const connect = buildConnector(requestTls);
  const options = { connect, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: megabyte / 16 };
  let dispatcher: Dispatcher;
  if (!proxy) dispatcher = new Agent(options);
  else {
    dispatcher = new EnvHttpProxyAgent({
      ...options,
      requestTls,
      httpProxy: proxy.href,
      httpsProxy: proxy.href,
      noProxy: env.NO_PROXY ?? env.no_proxy ?? '',
      clientFactory: ({ origin }) => new Pool(origin, { connect: namingProxy(proxy, connect) }),
    });
  }
  let hasSent = false;

  /** Does not follow redirects. @throws FailedAttempt */
  async function get(
    url: URL,
    { headers, maxSize = 32 * megabyte, timeout: seconds = timeout, grace = 0, showsProgress }: GetOptions,
  ): Promise<HttpResponse> {
    let timer: NodeJS.Timeout | undefined;
    let sent = false;
    let interrupt = () => {};
    try {
      const response = await new Promise<HttpResponse>((resolve, reject) => {
        const pieces: Buffer[] = [];
        let size = 0;
        let head = { status: 0, headers: {} as IncomingHttpHeaders };
        let failure: FailedAttempt | undefined;
        let controller: Dispatcher.DispatchController | undefined;
        // rejects at once, while undici drops a request without a connection only when that is there
        const giveUp = (reason: string, isFinal = false) => {
          failure = new FailedAttempt(reason, { mayBeCharged: sent, isFinal });
          reject(failure);
          controller?.abort(failure);
        };
        interrupt = () => {
          if (!sent || grace === 0) return giveUp('interrupted');
          log({ type: 'grace', grace });
          clearTimeout(timer);
          timer = setTimeout(giveUp, grace, 'interrupted');
        };
        const expire = () => giveUp(`no ${sent ? 'response' : 'connection'} within ${seconds} s`);
        timer = setTimeout(expire, Math.ceil(seconds * 1000));
        signal.addEventListener('abort', interrupt);
        if (signal.aborted) return interrupt();

        const { origin, pathname, search } = url;
        dispatcher.dispatch(
          { origin, path: pathname + search, method: 'GET', headers: { ...usualHeaders, ...headers } },
          {
            onRequestStart(started) {
              controller = started;
              if (failure) started.abort(failure);
              else hasSent = sent = true;
            },
            onResponseStart(_, status, headers) {
              head = { status, headers };
            },
            onResponseData(_, piece) {
              size += piece.length;
              if (size > maxSize) giveUp(tooLarge(maxSize), true);
              else pieces.push(piece);
              if (showsProgress) log({ type: 'progress', received: size });
            },
            onResponseEnd: () => resolve({ ...head, body: Buffer.concat(pieces) }),
            onResponseError: (_, error) => reject(error),
          },
        );
      });
      return unpacked(response, maxSize);
    } catch (error) {
      const { message, outcome } = asFailedAttempt(error, sent, maxSize);
      throw new FailedAttempt(message, { ...outcome, isUnreached: !hasSent });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
    }
  }

  return { get, close: () => dispatcher.destroy() };
}

/** Synchronous: a worker thread would queue behind file flushes. For an error the status will do. */
function unpacked(response: HttpResponse, maxOutputLength: number): HttpResponse {
  if (!/^(x-)?gzip$/i.test(String(response.headers['content-encoding']))) return response;
  try {
    const { gunzipSync } = process.getBuiltinModule('node:zlib');
    return { ...response, body: gunzipSync(response.body, { maxOutputLength }) };
  } catch (error) {
    if (isSuccess(response)) throw error;
    return { ...response, body: Buffer.alloc(0) };
  }
}

const usualHeaders = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'ratebook' };

const tooLarge = (bytes: number) => `the response is larger than ${bytes / megabyte} MB`;

function asFailedAttempt(error: unknown, mayBeCharged: boolean, maxSize: number): FailedAttempt {
  if (error instanceof FailedAttempt) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const [refusal, status] = /^Proxy response (\(\d+\))/.exec(message) ?? [];
  let final: string | undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') final = tooLarge(maxSize);
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code))
    final = `the certificate is not trusted (${code})`;
  // undici gives such a response up, and each attempt may be charged
  if (message === 'bad response') final = 'the server sent "100 Continue", which was not requested';
  const passing = refusal ? `the proxy refused the connection ${status}` : networkErrors.get(code);
  const reason = final ?? passing ?? `the connection failed (${code || message})`;
  return new FailedAttempt(reason, { mayBeCharged, isFinal: final !== undefined });
}

const networkErrors: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: 'host not found',
    EAI_AGAIN: 'the host name could not be looked up',
    EHOSTUNREACH: 'the host is unreachable',
    ENETUNREACH: 'the network is unreachable',
    ETIMEDOUT: 'the connection timed out',
    UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
    ECONNRESET: 'the connection was reset',
    UND_ERR_SOCKET: 'the connection was closed',
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the response was cut off',
    Z_BUF_ERROR: 'the response was cut off',
    Z_DATA_ERROR: 'the response is not valid gzip',
  }),
);

/** @throws Failure */
function proxyIn({ HTTPS_PROXY, https_proxy }: ClientOptions['env']): URL | undefined {
  const text = HTTPS_PROXY || https_proxy;
  if (!text) return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  // user and password are decoded where they are sent
  const isDecodable = !/%(?![\da-f]{2})/i.test(address);
  if (URL.canParse(address) && /^https?:/i.test(address) && isDecodable) return new URL(address);
  const what = /^socks/i.test(address)
    ? 'names a SOCKS proxy, and only HTTP proxies are supported'
    : 'is not a valid proxy address';
  throw new Failure('bad_proxy', `HTTPS_PROXY ${what}`, 'use http://host:port');
}

type Connector = buildConnector.connector;

/** Errors say that they are about the proxy. */
function namingProxy({ host }: URL, connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      if (!result[0]) return callback(...result);
      const { message, outcome } = asFailedAttempt(result[0], false, 0);
      const reason = `cannot connect through the proxy ${host} (HTTPS_PROXY): ${message}`;
      callback(new FailedAttempt(reason, outcome), null);
    });
}
