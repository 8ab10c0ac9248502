import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { jsonText, prettyJson } from '../../json.ts';
import { answerTo, keyDigestOf, keyOf } from './endpoints.ts';
import { type Access, type ApiRequest, checkSender, parseRequest, sharingHeaders } from './request.ts';
import { type Logged, type Service, ServiceError, serviceErrorOf, timeInLog } from './service.ts';

export type Handler = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Reply {
  readonly status: number;
  readonly body?: Buffer;
  /** The body is a call of a function of a page. */
  readonly isCall?: boolean;
  /** By which clients tell the body from others; errors have none. */
  readonly tag?: string;
  /** The time of the rates, for a header. */
  readonly modified?: string;
}

/** Of a URL, for as long as the stored days are the same. */
interface CachedReply extends Readonly<Logged> {
  readonly request: ApiRequest;
  readonly reply: Reply;
  readonly revision: string;
}

/** Replies in memory: clients of one kind send the same requests. */
const mostReplies = 200;

/** Answers the requests of the service's interface. @param log writes a line for each request */
export function createHandler(
  service: Service,
  access: Access = { hosts: [], origins: [] },
  log?: (line: string) => void,
): Handler {
  const keys = access.ids && new Set(access.ids.map(keyDigestOf));
  const replies = new Map<string, CachedReply>();

  return async (incoming, response) => {
    const started = performance.now();
    const { url = '' } = incoming;
    const cached = replies.get(url);
    const request = cached?.request ?? parseRequest(url);
    const logged: Logged = {};
    let reply: Reply;
    try {
      reply = await replyTo(incoming, request, logged, cached);
    } catch (thrown) {
      const { status, code, message, fault } = serviceErrorOf(thrown, service.now());
      if (fault) logged.fault = fault;
      const json = prettyJson({ error: true, status, message: code, description: message });
      // a refused client never gets a callback
      const callback = code === 'forbidden' ? undefined : request.callback;
      reply = { status, body: bytesOf(json, callback), isCall: callback !== undefined };
    }
    const date = new Date(service.now()).toUTCString();
    const sharing = sharingHeaders(access, incoming.headers.origin);
    const status = await send(reply, incoming, response, { Date: date, ...sharing });
    if (!log) return;
    const took = Math.round(performance.now() - started);
    const { origin = '-', fault } = logged;
    const why = fault ? ` (${fault.replace(/\s+/g, ' ')})` : '';
    const target = `${incoming.method} ${targetWithoutKey(url)}`;
    log(`${timeInLog(service.now())} ${target} ${status} ${took} ms ${origin}${why}`);
  };

  /** @throws ServiceError, Failure */
  async function replyTo(
    { method, url = '', headers }: IncomingMessage,
    request: ApiRequest,
    logged: Logged,
    cached: CachedReply | undefined,
  ): Promise<Reply> {
    const { endpoint, callback, query, isPretty, isAlternative } = request;
    checkSender(access, headers, request);
    if (query.get('callback') && !callback)
      throw new ServiceError(
        400,
        'invalid_callback',
        'Invalid `callback`: it may have letters, digits, `_`, `.` and `$` alone.',
      );
    if (!endpoint)
      throw new ServiceError(
        404,
        'not_found',
        'Unknown route. The routes are `latest.json`, `historical/DAY.json`, `time-series.json`, `convert/AMOUNT/FROM/TO`, `currencies.json` and `usage.json` under `/api/`, and `/health`.',
      );
    if (method === 'OPTIONS' && access.origins.includes(headers.origin ?? '')) return { status: 204 };
    if (method !== 'GET' && method !== 'HEAD')
      throw new ServiceError(405, 'method_not_allowed', 'Only GET and HEAD are supported.');

    const appId = keyOf(request, headers, keys);
    if (cached && cached.revision === service.revision?.(isAlternative)) {
      logged.origin = cached.origin;
      return cached.reply;
    }

    const { json, timestamp = Number.NaN, revision } = await answerTo(service, request, appId, logged);
    const body = bytesOf(isPretty ? prettyJson(json) : jsonText(json), callback);
    const tag = process.getBuiltinModule('node:crypto').hash('sha256', body, 'base64url').slice(0, 27);
    const modified = new Date(timestamp * 1000).toUTCString();
    const reply = { status: 200, body, isCall: callback !== undefined, tag, modified };
    if (replies.size >= mostReplies) replies.clear();
    if (revision) replies.set(url, { request, reply, revision, origin: logged.origin });
    return reply;
  }
}

const bytesOf = (json: string, callback: string | undefined) =>
  Buffer.from(callback ? `${callback}(${json});` : json);

const compress = (bytes: Buffer) => promisify(process.getBuiltinModule('node:zlib').gzip)(bytes);

/** Returns the status; an error that is sent as a call goes with 200, without which no page could see it. */
async function send(
  { status, body, isCall, tag, modified = '' }: Reply,
  { headers: { 'accept-encoding': encodings = '', 'if-none-match': tags = '' } }: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): Promise<number> {
  const isCompressed = tag !== undefined && acceptsGzip(encodings);
  if (tag) {
    // a strong tag must differ between encodings
    headers.ETag = isCompressed ? `"${tag}-gzip"` : `"${tag}"`;
    headers.Vary = headers.Vary ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    // no header can express other years
    if (/^\w{3}, \d\d \w{3} \d{4} /.test(modified)) headers['Last-Modified'] = modified;
    if (tags.trim() === '*' || tags.includes(headers.ETag)) {
      response.writeHead(304, headers).end();
      return 304;
    }
  }
  if (body) headers['Content-Type'] = `application/${isCall ? 'javascript' : 'json'}; charset=utf-8`;
  if (isCall) headers['X-Content-Type-Options'] = 'nosniff';
  if (isCompressed) headers['Content-Encoding'] = 'gzip';
  if (status === 405) headers.Allow = 'GET, HEAD';
  const bytes = isCompressed && body ? await compress(body) : body;
  if (bytes) headers['Content-Length'] = bytes.length;
  response.writeHead(isCall ? 200 : status, headers).end(bytes);
  return status;
}

function acceptsGzip(encodings: string) {
  const text = encodings.toLowerCase().replace(/\s/g, '');
  const accepted =
    /(?:^|,)gzip(?:;q=([^,]*))?(?:,|$)/.exec(text) ?? /(?:^|,)\*(?:;q=([^,]*))?(?:,|$)/.exec(text);
  return accepted !== null && Number(accepted[1] ?? 1) > 0;
}

export function targetWithoutKey(target: string): string {
  const [path = '', ...rest] = target.split('?');
  // also catches a key that a slip made part of another parameter
  const namesKey = (pair: string) =>
    /app_id/i.test(new URLSearchParams(pair).toString().replaceAll('%5F', '_'));
  const pairs = rest
    .join('?')
    .split('&')
    .filter((pair) => !namesKey(pair));
  return [path, pairs.join('&')]
    .filter(Boolean)
    .join('?')
    .replace(/app_id.*/i, '')
    .replace(/[^!-~]/g, '?')
    .slice(0, 300);
}
