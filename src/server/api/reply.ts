import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { jsonText } from '../../rates/json.ts';
import { Body } from './bodies.ts';
import { ServiceError } from './error.ts';

export interface Reply {
  readonly body: Body;
  /** Milliseconds since 1970. */
  readonly lastModified?: number;
}

/** How all answers to a request are sent, whatever they are. */
export interface Manner {
  readonly headers: OutgoingHttpHeaders;
  /** The function of a page that is called with the body. */
  callback: string | undefined;
}

/** @throws ServiceError if it could be more than a function's name */
export function callbackIn(query: URLSearchParams): string | undefined {
  const name = query.get('callback') || undefined;
  if (name === undefined || /^[\w.$]{1,100}$/.test(name)) return name;
  const rule = 'it must be a name of at most 100 letters, digits, `_`, `.` and `$`';
  throw new ServiceError(400, 'invalid_callback', `Invalid \`callback\`: ${rule}.`);
}

/** A page sees nothing of a call's status, so a call has always 200. Returns the status of the error. */
export function sendError(response: ServerResponse, manner: Manner, { status, code, message }: ServiceError) {
  const body = jsonText({ error: true, status, message: code, description: message }, true);
  const headers = { ...manner.headers, ...(status === 405 ? { Allow: 'GET, HEAD' } : {}) };
  end(response, manner.callback ? 200 : status, headers, manner, Buffer.from(asCall(manner, body)));
  return status;
}

const asCall = ({ callback }: Manner, text: string) => (callback ? `${callback}(${text});` : text);

/** Returns the status sent: 304 if the client has the body already. */
export async function sendAnswer(
  { headers: { 'accept-encoding': encodings, 'if-none-match': known } }: IncomingMessage,
  response: ServerResponse,
  manner: Manner,
  { body: plain, lastModified }: Reply,
): Promise<number> {
  const body = manner.callback ? new Body(asCall(manner, plain.plain.toString())) : plain;
  const compressed = encodings !== undefined && acceptsGzip(encodings);
  // a strong tag must differ between encodings
  const etag = compressed ? `"${body.tag}-gzip"` : `"${body.tag}"`;
  const vary = ['Accept-Encoding', manner.headers.Vary ?? []].flat().join(', ');
  const headers: OutgoingHttpHeaders = { ...manner.headers, Vary: vary, ETag: etag };
  const modified = httpDate(lastModified);
  if (modified) headers['Last-Modified'] = modified;
  if (known !== undefined && matches(known, etag)) {
    response.writeHead(304, headers).end();
    return 304;
  }
  if (compressed) headers['Content-Encoding'] = 'gzip';
  return end(response, 200, headers, manner, compressed ? await body.gzipped : body.plain);
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
  { callback }: Manner,
  body: Buffer,
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
