import { join } from 'node:path';
import type { Code } from '../../rates/code.ts';

export const usd = 'USD' as Code;

/** In words, for a key that is refused. */
export interface KeyOrigin {
  readonly from: string;
  /** How to give another one. */
  readonly hint: string;
}

/** Who asks a source over HTTP. */
export interface Visitor {
  readonly baseUrl: string;
  /** Seconds. */
  readonly timeout: number;
  readonly tries: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

export interface Subscriber extends Visitor {
  readonly appId: string | undefined;
  readonly keyOrigin?: KeyOrigin | undefined;
  readonly concurrency: number;
  /** Undefined: nothing is remembered of its plan. */
  readonly state: string | undefined;
}

export const mostTries = 5;

const byte = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const loopback = new RegExp(`^127(\\.${byte}){3}$`);

/** Whether the host of a URL is this machine, without a name lookup: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '[::1]' || loopback.test(name);
}

/** `openexchangerates.org/api`, or `https@localhost_8787/api` where the scheme is not the usual one. */
export function folderOf(baseUrl: string): string {
  const { protocol, host, hostname, pathname } = new URL(baseUrl);
  const name = host.replaceAll(':', '_');
  const usual = isLoopback(hostname) ? 'http:' : 'https:';
  // the demonstration has a folder like the latter
  const isPlain = protocol === usual && !/^demo-\d+$/.test(name);
  return join(isPlain ? name : protocol.replace(':', '@') + name, ...pathname.split('/'));
}
