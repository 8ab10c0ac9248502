import { isIPv4 } from 'node:net';

/** Whether the host of an address is this machine, without asking a name server: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '[::1]' || (name.startsWith('127.') && isIPv4(name));
}
