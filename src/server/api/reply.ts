import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { jsonText } from '../../rates/json.ts';
import type { Body } from './bodies.ts';
import type { ServiceError } from './error.ts';

export interface Reply {
  readonly body: Body;
  /** Milliseconds since 1970. */
  readonly lastModified?: number;
}

export function sendError(response: ServerResponse, date: string, { status, code, message }: ServiceError) {
  const body = jsonText({ error: true, status, message: code, description: message }, true);
  const allow = status === 405 ? { Allow: 'GET, HEAD' } : {};
  return end(response, status, { Date: date, ...allow }, Buffer.from(body));
}

/** Returns the status sent: 304 if the client has the body already. */
export async function sendAnswer(
  { headers: { 'accept-encoding': encodings, 'if-none-match': known } }: IncomingMessage,
  response: ServerResponse,
  date: string,
  { body, lastModified }: Reply,
): Promise<number> {
  const compressed = encodings !== undefined && acceptsGzip(encodings);
  // a strong tag must differ between encodings
  const etag = compressed ? `"${body.tag}-gzip"` : `"${body.tag}"`;
  const headers: OutgoingHttpHeaders = { Date: date, Vary: 'Accept-Encoding', ETag: etag };
  const modified = httpDate(lastModified);
  if (modified) headers['Last-Modified'] = modified;
  if (known !== undefined && matches(known, etag)) {
    response.writeHead(304, headers).end();
    return 304;
  }
  if (compressed) headers['Content-Encoding'] = 'gzip';
  return end(response, 200, headers, compressed ? await body.gzipped : body.plain);
}

/** Undefined outside the years that a header can express. */
function httpDate(moment = Number.NaN): string | undefined {
  const text = new Date(moment).toUTCString();
  return /^\w{3}, \d\d \w{3} \d{4} /.test(text) ? text : undefined;
}

function end(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: Buffer): number {
  headers['Content-Type'] = 'application/json; charset=utf-8';
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
