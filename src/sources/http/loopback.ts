const byte = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const loopback = new RegExp(`^127(\\.${byte}){3}$`);

/** Whether the host of a URL is this machine, without a name lookup: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '[::1]' || loopback.test(name);
}
