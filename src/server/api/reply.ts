import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Json, jsonText } from '../../rates/json.ts';
import type { Body } from './bodies.ts';
import type { ServiceError } from './error.ts';

export interface Reply {
  readonly body: Body;
  /** Milliseconds since 1970. */
  readonly lastModified?: number;
}

type Callback = string | undefined;

/** Returns the status of the error, which a call does not have, since a page could not see it. */
export function sendError(response: ServerResponse, date: string, error: ServiceError, asked: Callback): number {
  const { status, code, message } = error;
  // who is kept out calls nothing
  const callback = code === 'forbidden' ? undefined : asked;
  const body = textOf({ error: true, status, message: code, description: message }, true, callback);
  const allow = status === 405 ? { Allow: 'GET, HEAD' } : {};
  end(response, callback ? 200 : status, { Date: date, ...allow }, Buffer.from(body), callback);
  return status;
}

export function textOf(json: Json, pretty: boolean, callback: Callback): string {
  const text = jsonText(json, pretty);
  return callback ? `${callback}(${text});` : text;
}

/** Returns the status sent: 304 if the client has the body already, 204 without a reply. */
export async function sendAnswer(
  { headers: { 'accept-encoding': encodings, 'if-none-match': known } }: IncomingMessage,
  response: ServerResponse,
  date: string,
  reply: Reply | undefined,
  callback: Callback,
): Promise<number> {
  if (!reply) {
    response.writeHead(204, { Date: date }).end();
    return 204;
  }
  const { body, lastModified } = reply;
  const compressed = encodings !== undefined && acceptsGzip(encodings);
  // a strong tag must differ between encodings
  const etag = compressed ? `"${body.tag}-gzip"` : `"${body.tag}"`;
  const vary = ['Accept-Encoding', response.getHeader('Vary') ?? []].flat().join(', ');
  const headers: OutgoingHttpHeaders = { Date: date, Vary: vary, ETag: etag };
  const modified = httpDate(lastModified);
  if (modified) headers['Last-Modified'] = modified;
  if (known !== undefined && matches(known, etag)) {
    response.writeHead(304, headers).end();
    return 304;
  }
  if (compressed) headers['Content-Encoding'] = 'gzip';
  return end(response, 200, headers, compressed ? await body.gzipped : body.plain, callback);
}

/** Undefined outside the years that a header can express. */
function httpDate(moment = Number.NaN): string | undefined {
  const text = new Date(moment).toUTCString();
  return /^\w{3}, \d\d \w{3} \d{4} /.test(text) ? text : undefined;
}

function end(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: Buffer,
  callback: Callback,
): number {
  headers['Content-Type'] = `application/${callback ? 'javascript' : 'json'}; charset=utf-8`;
  if (callback) headers['X-Content-Type-Options'] = 'nosniff';
  headers['Content-Length'] = body.length;
  response.writeHead(status, headers).end(body);
  return status;
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
