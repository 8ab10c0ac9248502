import type { Socket } from 'node:net';
import { Failure } from '../../errors.ts';
import type { Visitor } from '../source.ts';
import { isLoopback } from './loopback.ts';
import { NoAnswer, noAnswer } from './no-answer.ts';
import { buildConnector, type Connector } from './undici.ts';

/**
 * By way of HTTPS_PROXY, unless NO_PROXY excepts the origin, and never for this machine itself.
 * @param timeout milliseconds @throws Failure
 */
export function connectorTo(origin: URL, timeout: number, env: Visitor['env']): Connector {
  const direct = buildConnector({ timeout });
  const address = env.HTTPS_PROXY || env.https_proxy;
  if (!address || isLoopback(origin.hostname)) return direct;
  const proxy = parseProxy(address);
  if (isExcepted(origin, env.NO_PROXY ?? env.no_proxy ?? '')) return direct;

  return (options, callback) =>
    void openTunnel(proxy, options, timeout).then(
      (httpSocket) => direct({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
}

interface Proxy {
  readonly url: URL;
  /** With the credentials, if the address has some. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws Failure */
function parseProxy(address: string): Proxy {
  try {
    const url = new URL(address);
    const { protocol, username, password } = url;
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const credentials = { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
    if (protocol === 'http:' || protocol === 'https:') return { url, headers: username ? credentials : {} };
    if (protocol.startsWith('socks'))
      throw new Failure(
        'bad_proxy',
        'HTTPS_PROXY names a SOCKS proxy, and ratebook speaks to HTTP proxies alone',
        useHttp,
      );
  } catch (error) {
    if (error instanceof Failure) throw error;
  }
  throw new Failure('bad_proxy', 'HTTPS_PROXY is not a valid proxy address', useHttp);
}

const useHttp = 'use http://host:port';

/** @param list as in NO_PROXY */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', itsPort = ownPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return name !== '' && itsPort === ownPort && (hostname === name || hostname.endsWith(`.${name}`));
  });
}

interface Destination {
  readonly host?: string;
  readonly port: string;
}

/** @param timeout milliseconds @throws NoAnswer */
async function openTunnel(proxy: Proxy, { host = '', port }: Destination, timeout: number): Promise<Socket> {
  const { url, headers } = proxy;
  const { request } = await (url.protocol === 'http:' ? import('node:http') : import('node:https'));
  const asking = request(url, {
    method: 'CONNECT',
    path: port ? host : `${host}:443`,
    headers: { ...headers, host },
    auth: null,
    agent: false,
  });
  const tooSlow = () => asking.destroy(new NoAnswer('the connection timed out', { lost: false }));
  const clock = setTimeout(tooSlow, timeout);

  return new Promise<Socket>((resolve, reject) => {
    const fail = (error: Error) => {
      const { message, was } = noAnswer(error, { sent: false });
      reject(new NoAnswer(`no way through the proxy ${url.host} (HTTPS_PROXY): ${message}`, was));
    };
    asking.on('error', fail).on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(new NoAnswer(`the proxy refused the connection (${statusCode})`, { lost: false }));
    });
    asking.end();
  }).finally(() => clearTimeout(clock));
}

/** What V8 in Node 20 does with WebAssembly besides compiling it at once and simply. */
const flags = ['wasm-lazy-compilation', 'wasm-dynamic-tiering', 'wasm-tier-up'];

/**
 * undici makes its parser, in WebAssembly, when the first connection stands. Node 20 would soon optimise it:
 * that takes 40 MB, and 100 ms for which the end of a short run would wait, and brings nothing to a few
 * hundred heads of answers.
 */
export function unhurried(connect: Connector): Connector {
  if (!process.version.startsWith('v20.')) return connect;
  return (options, callback) =>
    connect(options, async (...result) => {
      const { setFlagsFromString } = await import('node:v8');
      for (const flag of flags) setFlagsFromString(`--no-${flag}`);
      callback(...result);
      for (const flag of flags) setFlagsFromString(`--${flag}`);
    });
}
