import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Json, jsonText } from '../rates/json-text.ts';
import { internalError, ServiceError } from './service-error.ts';

/** What an endpoint has to say. */
export interface Answer {
  readonly body: Json;
  /** Milliseconds since 1970, where it is known. */
  readonly lastModified?: number;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const compress = promisify(gzip);

export function replyWith({ body, lastModified }: Answer, pretty: boolean): Reply {
  const headers: Record<string, string> = {};
  if (lastModified !== undefined) headers['Last-Modified'] = new Date(lastModified).toUTCString();
  return { status: 200, body: jsonText(body, pretty), headers };
}

/** What is answered for anything thrown; of what the interface does not know, nothing is told. */
export function errorReply(thrown: unknown): Reply {
  const { status, code, message, headers } = thrown instanceof ServiceError ? thrown : internalError();
  const body = jsonText({ error: true, status, message: code, description: message }, true);
  return { status, body, headers };
}

/**
 * Writes a reply, as short as the request allows: nothing where the client has it, compressed where it accepts that.
 * Returns the status that it was sent with.
 */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<number> {
  const headers: OutgoingHttpHeaders = {
    ...reply.headers,
    'Content-Type': 'application/json; charset=utf-8',
  };
  if (reply.status !== 200) return end(response, reply.status, headers, Buffer.from(reply.body));

  const compressed = acceptsGzip(request.headers['accept-encoding'] ?? '');
  const etag = etagOf(reply.body, compressed);
  headers.Vary = 'Accept-Encoding';
  headers.ETag = etag;
  if (matches(request.headers['if-none-match'] ?? '', etag)) {
    response.writeHead(304, headers).end();
    return 304;
  }
  if (compressed) headers['Content-Encoding'] = 'gzip';
  return end(response, 200, headers, compressed ? await compress(reply.body) : Buffer.from(reply.body));
}

/** For HEAD, Node itself keeps the body back. */
function end(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: Buffer): number {
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Content-Length'] = body.length;
  response.writeHead(status, headers).end(body);
  return status;
}

/** Strong, so it differs between the encodings of one body. */
function etagOf(body: string, compressed: boolean): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return compressed ? `"${hash}-gzip"` : `"${hash}"`;
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
