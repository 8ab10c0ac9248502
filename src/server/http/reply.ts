import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Json, jsonText, prettyJson } from '../../json.ts';
import { ServiceError } from './error.ts';

const compress = promisify(gzip);

export interface Body {
  readonly plain: Buffer;
  /** By which clients tell it from others. */
  readonly tag: string;
}

export function bodyOf(text: string): Body {
  const plain = Buffer.from(text);
  return { plain, tag: createHash('sha256').update(plain).digest('base64url').slice(0, 27) };
}

export interface Reply {
  readonly body: Body;
  /** Milliseconds since 1970. */
  readonly lastModified?: number;
}

export function textOf(json: Json, pretty: boolean, callback: string | undefined): string {
  const text = pretty ? prettyJson(json) : jsonText(json);
  return callback ? `${callback}(${text});` : text;
}

interface Sending {
  /** Undefined: only the headers are sent. */
  readonly outcome: Reply | ServiceError | undefined;
  /** Of any outcome. */
  readonly headers: OutgoingHttpHeaders;
  /** The function of a page that is called with the answer. */
  readonly callback: string | undefined;
}

/** Returns the status; an error that is sent as a call goes with 200, without which no page could see it. */
export async function send(
  { headers: { 'accept-encoding': encodings, 'if-none-match': known } }: IncomingMessage,
  response: ServerResponse,
  { outcome, headers, callback }: Sending,
): Promise<number> {
  const end = (status: number, body?: Buffer, isCall = false) => {
    if (body) headers['Content-Type'] = `application/${isCall ? 'javascript' : 'json'}; charset=utf-8`;
    if (isCall) headers['X-Content-Type-Options'] = 'nosniff';
    if (body) headers['Content-Length'] = body.length;
    response.writeHead(status, headers).end(body);
    return status;
  };

  if (!outcome) return end(204);

  if (outcome instanceof ServiceError) {
    const { status, code, message } = outcome;
    // who is kept out calls nothing
    const called = code === 'forbidden' ? undefined : callback;
    if (status === 405) headers.Allow = 'GET, HEAD';
    const text = textOf({ error: true, status, message: code, description: message }, true, called);
    end(called ? 200 : status, Buffer.from(text), called !== undefined);
    return status;
  }

  const { body, lastModified } = outcome;
  const compressed = encodings !== undefined && acceptsGzip(encodings);
  // a strong tag must differ between encodings
  const etag = compressed ? `"${body.tag}-gzip"` : `"${body.tag}"`;
  headers.Vary = ['Accept-Encoding', headers.Vary ?? []].flat().join(', ');
  headers.ETag = etag;
  const modified = lastModified === undefined ? undefined : httpDate(lastModified);
  if (modified) headers['Last-Modified'] = modified;

  if (known !== undefined && matches(known, etag)) return end(304);
  if (compressed) headers['Content-Encoding'] = 'gzip';
  return end(200, compressed ? await compress(body.plain) : body.plain, callback !== undefined);
}

/** Undefined outside the years that a header can express. */
export function httpDate(moment: number): string | undefined {
  const text = new Date(moment).toUTCString();
  return /^\w{3}, \d\d \w{3} \d{4} /.test(text) ? text : undefined;
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return Array.from(ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g), (match) => match[1]).includes(etag);
}

function acceptsGzip(acceptEncoding: string): boolean {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
