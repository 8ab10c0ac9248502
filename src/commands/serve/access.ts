import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { patientlySync, unreadable } from '../../disk/patience.ts';
import { Failure } from '../../errors.ts';
import type { Guests } from '../../server/http/service.ts';
import { isLoopback } from '../../sources/http/loopback.ts';

type Given = Partial<Record<'host' | 'ids', string> & Record<'allowHost' | 'allowOrigin', readonly string[]>>;

export interface Access {
  readonly host: string;
  readonly guests: Guests;
  /** Undefined: any will do. */
  readonly ids: readonly string[] | undefined;
}

/** @throws Failure */
export function accessOf(given: Given): Access {
  const { host: address = '127.0.0.1', ids: path, allowHost = [], allowOrigin = [] } = given;
  const host = nameOf('--host', address);
  if (!isLoopback(host) && path === undefined)
    throw new Failure(
      'missing_option',
      `--host ${host} is open to other machines, and needs --ids`,
      '--ids <file>: an app_id per line',
    );

  const guests = {
    hosts: [host, ...allowHost.map((name) => nameOf('--allow-host', name))],
    origins: allowOrigin.map(originOf),
  };
  return { host, guests, ids: path === undefined ? undefined : idsIn(path) };
}

/** As in a URL. */
function nameOf(option: string, text: string): string {
  const name = (isIPv6(text) ? `[${text}]` : text).toLowerCase();
  const url = `http://${name}`;
  if (!name.includes('*') && URL.canParse(url) && new URL(url).hostname === name) return name;
  throw new Failure(
    'bad_value',
    `${option}: ${JSON.stringify(text)} is not a host`,
    `${option} takes a name or an IP address alone`,
  );
}

function originOf(text: string): string {
  const isUrl = /^https?:[^*]*$/i.test(text) && URL.canParse(text);
  const origin = isUrl ? new URL(text).origin : 'https://app.example.com';
  if (origin === text.toLowerCase()) return origin;
  throw new Failure(
    'bad_value',
    `--allow-origin: ${JSON.stringify(text)} is not an origin`,
    `--allow-origin ${origin}`,
  );
}

function idsIn(path: string): readonly string[] {
  const lines = textIn(path)
    .trim()
    .split(/\s*\n\s*/);
  const ids = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (ids.length > 0) return ids;
  throw new Failure('bad_file', `--ids: ${path} has no app_id`, 'write one per line');
}

function textIn(path: string): string {
  try {
    return patientlySync(() => readFileSync(path, 'utf8'));
  } catch (error) {
    throw unreadable(`cannot read ${path}`, error);
  }
}
