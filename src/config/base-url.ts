import { usage } from '../errors.ts';
import { isLoopback } from '../service/loopback.ts';

/** The address that endpoints are appended to, without a slash at its end. */
export function parseBaseUrl(text: string, where: string): string {
  if (/\s/.test(text) || !URL.canParse(text)) throw usage(`${where}: ${JSON.stringify(text)} is not a URL`);
  const url = new URL(text);
  if (url.username || url.password)
    throw usage(`${where}: a user name or password does not belong in the URL`);
  if (/[?#]/.test(text)) throw usage(`${where}: a query or fragment does not belong in the URL`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw usage(`${where}: ${JSON.stringify(text)} is neither HTTPS nor HTTP to this machine (localhost)`);
  }
  return url.href.replace(/\/+$/, '');
}
