import { join } from 'node:path';
import { isLoopback } from '../http/loopback.ts';
import type { Wanted } from '../source.ts';

export const endpoints = {
  days: 'historical',
  range: 'time-series',
  newest: 'latest',
} as const satisfies Readonly<Record<Wanted, string>>;

export const mostTries = 5;

/** `openexchangerates.org/api`, or `https@localhost_8787/api` where the scheme is not the usual one. */
export function folderOf(baseUrl: string): string {
  const { protocol, host, hostname, pathname } = new URL(baseUrl);
  const name = host.replaceAll(':', '_');
  const usual = isLoopback(hostname) ? 'http:' : 'https:';
  // `demo-1` is the folder of the demonstration
  const isPlain = protocol === usual && !/^demo-\d+$/.test(name);
  return join(isPlain ? name : protocol.replace(':', '@') + name, ...pathname.split('/'));
}
