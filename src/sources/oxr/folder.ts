import { join } from 'node:path';
import { isLoopback } from '../../loopback.ts';

/** `openexchangerates.org/api`, or `https@localhost_8787/api` where the scheme is not the usual one. */
export function folderOf(baseUrl: string): string {
  const { protocol, host, hostname, pathname } = new URL(baseUrl);
  const name = host.replaceAll(':', '_');
  const usual = isLoopback(hostname) ? 'http:' : 'https:';
  const isPlain = protocol === usual && !demoName.test(name);
  return join(isPlain ? name : protocol.replace(':', '@') + name, ...pathname.split('/'));
}

/** The demonstration has a folder of this form. */
const demoName = /^demo-\d+$/;
