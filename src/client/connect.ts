import { type ClientRequest, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { failed } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { NoAnswer } from './no-answer.ts';
import { buildConnector, type Connector } from './undici.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Opens connections to the origin, TLS included, each within so many milliseconds: through HTTPS_PROXY where that and
 * NO_PROXY say so, never for loopback.
 * @throws Failure where HTTPS_PROXY names no proxy
 */
export function connectorTo(origin: URL, timeout: number, env: Env): Connector {
  const direct = buildConnector({ timeout });
  const address = env.HTTPS_PROXY || env.https_proxy;
  if (!address || isLoopback(origin.hostname)) return direct;
  const proxy = parseProxy(address);
  return isExcepted(origin, env.NO_PROXY ?? env.no_proxy ?? '') ? direct : through(proxy, timeout, direct);
}

function parseProxy(address: string): URL {
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy;
  throw failed('HTTPS_PROXY is not the address of a proxy', 'write it as http://host:port');
}

/** Whether the list names the host, a domain that it is in, or every host; with a port, only there. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', itsPort = ownPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return name !== '' && itsPort === ownPort && (hostname === name || hostname.endsWith(`.${name}`));
  });
}

/** A tunnel through the proxy, and TLS to the host at its end. */
function through(proxy: URL, timeout: number, direct: Connector): Connector {
  return (options, callback) => {
    openTunnel(proxy, options, timeout).then(
      (socket) => direct({ ...options, httpSocket: socket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

async function openTunnel(
  proxy: URL,
  { host = '', port }: { readonly host?: string; readonly port: string },
  timeout: number,
): Promise<Socket> {
  const request = proxy.protocol === 'http:' ? httpRequest : (await import('node:https')).request;
  const asking = request(proxy, {
    method: 'CONNECT',
    path: port ? host : `${host}:443`,
    headers: { host, ...credentials(proxy) },
    agent: false,
    signal: AbortSignal.timeout(timeout),
  });
  return answered(asking);
}

function credentials({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function answered(asking: ClientRequest): Promise<Socket> {
  return new Promise((resolve, reject) => {
    asking.on('error', reject).on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(new NoAnswer(`the proxy refused the connection (${statusCode})`, false));
    });
    asking.end();
  });
}
