import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { failed, reasonOf, usageError } from '../../errors.ts';
import type { Guests } from '../../server/api/gate.ts';
import { isLoopback } from '../../sources/oxr/service.ts';

interface Given {
  readonly host?: string;
  readonly ids?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
}

export interface Access {
  readonly address: string;
  readonly guests: Guests;
  /** Undefined: any will do. */
  readonly ids: readonly string[] | undefined;
}

/** @throws Failure */
export function accessOf({ host = '127.0.0.1', ids: path, allowHost = [], allowOrigin = [] }: Given): Access {
  const own = nameOf('--host', host);
  if (own !== 'localhost' && isIP(host) === 0)
    throw usageError(`--host: ${JSON.stringify(host)} is not an IP address`, '--host 0.0.0.0 is every address');
  if (!isLoopback(own) && path === undefined)
    throw usageError(`--host ${host} lets other machines ask: --ids is missing`, '--ids <file> with an app_id a line');
  const hosts = [own, ...allowHost.map((name) => nameOf('--allow-host', name))];
  const ids = path === undefined ? undefined : idsIn(path);
  return { address: host, guests: { hosts, origins: allowOrigin.map(originOf) }, ids };
}

/** As in a URL. */
function nameOf(option: string, text: string): string {
  const name = (isIP(text) === 6 ? `[${text.replace(/%.*/, '')}]` : text).toLowerCase();
  const url = `http://${name}`;
  if (!/[/?#@*:]$|[/?#@*\s]|\w:/.test(name) && URL.canParse(url)) return new URL(url).hostname;
  throw usageError(`${option}: ${JSON.stringify(text)} is not a host name`, `${option} rates.example.com`);
}

function originOf(text: string): string {
  const origin = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
  if (origin === text.toLowerCase()) return origin;
  const hint = `--allow-origin ${origin ?? 'https://app.example.com'}`;
  throw usageError(`--allow-origin: ${JSON.stringify(text)} is not an origin`, hint);
}

function idsIn(path: string): readonly string[] {
  const lines = textIn(path)
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.trim());
  const ids = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (ids.length > 0) return ids;
  throw usageError(`--ids: there is no app_id in ${path}`, 'one a line');
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw failed(`cannot read ${path}: ${reasonOf(error)}`);
  }
}
