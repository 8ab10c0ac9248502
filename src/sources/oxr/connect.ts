import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { failed } from '../../errors.ts';
import { isLoopback } from '../../loopback.ts';
import { NoAnswer } from './response.ts';
import { buildConnector, type Connector } from './undici.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Uses HTTPS_PROXY unless NO_PROXY excepts the origin, never for loopback; `timeout` in milliseconds. @throws Failure */
export function connectorTo(origin: URL, timeout: number, env: Env): Connector {
  const direct = buildConnector({ timeout });
  const address = env.HTTPS_PROXY || env.https_proxy;
  if (!address || isLoopback(origin.hostname)) return direct;
  const proxy = parseProxy(address);
  return isExcepted(origin, env.NO_PROXY ?? env.no_proxy ?? '') ? direct : through(proxy, timeout, direct);
}

interface Proxy {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

function parseProxy(address: string): Proxy {
  try {
    const url = new URL(address);
    if (url.protocol === 'http:' || url.protocol === 'https:') return { url, headers: credentials(url) };
  } catch {}
  throw failed('HTTPS_PROXY is not a valid proxy address', 'use http://host:port');
}

function credentials({ username, password }: URL): Proxy['headers'] {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** An entry is a host, a domain or `*`, with or without a port. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', itsPort = ownPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return name !== '' && itsPort === ownPort && (hostname === name || hostname.endsWith(`.${name}`));
  });
}

function through(proxy: Proxy, timeout: number, direct: Connector): Connector {
  return (options, callback) => {
    openTunnel(proxy, options, timeout).then(
      (socket) => direct({ ...options, httpSocket: socket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

async function openTunnel(
  { url, headers }: Proxy,
  { host = '', port }: { readonly host?: string; readonly port: string },
  timeout: number,
): Promise<Socket> {
  const { request } = await (url.protocol === 'http:' ? import('node:http') : import('node:https'));
  const asking = request(url, {
    method: 'CONNECT',
    path: port ? host : `${host}:443`,
    headers: { ...headers, host },
    auth: null,
    agent: false,
  });
  return answered(asking, timeout);
}

function answered(asking: ClientRequest, timeout: number): Promise<Socket> {
  const clock = setTimeout(() => asking.destroy(new NoAnswer('the connection timed out', false)), timeout);
  return new Promise<Socket>((resolve, reject) => {
    asking.on('error', reject).on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(new NoAnswer(`the proxy refused the connection (${statusCode})`, false));
    });
    asking.end();
  }).finally(() => clearTimeout(clock));
}
