import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { jsonText, prettyJson } from '../../json.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { type Answer, answerTo, digestOf } from './endpoints.ts';
import { type Access, type ApiRequest, checkSender, parseRequest, sharingHeaders } from './request.ts';
import { type Logged, type Service, ServiceError, serviceErrorOf, timeInLog } from './service.ts';

export type Handler = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Reply {
  readonly status: number;
  readonly plain?: Buffer;
  /** By which clients tell the body from others; errors have none. */
  readonly tag?: string;
  /** Of the rates, in seconds since 1970. */
  readonly timestamp?: number | undefined;
  /** The body is a call of a function of a page. */
  readonly isCall?: boolean;
  /** That the body is made of. */
  readonly days?: readonly DayRates[] | undefined;
}

/** Replies in memory: clients of one kind send the same requests. */
const mostReplies = 200;

/** Answers the requests of the service's interface. @param log writes a line for each request */
export function createHandler(
  service: Service,
  access: Access = { hosts: [], origins: [] },
  log: (line: string) => void = () => {},
): Handler {
  const keys = access.ids && new Set(access.ids.map(digestOf));
  const replies = new Map<string, Reply>();

  return async (incoming, response) => {
    const started = performance.now();
    const request = parseRequest(incoming);
    const logged: Logged = {};
    const reply = await replyTo(incoming, request, logged).catch((thrown): Reply => {
      const { status, code, message, fault } = serviceErrorOf(thrown, service.now());
      if (fault) logged.fault = fault;
      // a refused client never gets a callback
      const callback = code === 'forbidden' ? undefined : request.callback;
      const json = prettyJson({ error: true, status, message: code, description: message });
      return { status, plain: bytesOf(json, callback), isCall: callback !== undefined };
    });
    const headers = {
      Date: new Date(service.now()).toUTCString(),
      ...sharingHeaders(access, incoming.headers.origin),
    };
    const status = await send(reply, incoming, response, headers);
    const took = Math.round(performance.now() - started);
    const { origin = '-', fault } = logged;
    const why = fault ? ` (${fault.replace(/\s+/g, ' ')})` : '';
    const target = `${incoming.method} ${withoutKey(request.url)}`;
    log(`${timeInLog(service.now())} ${target} ${status} ${took} ms ${origin}${why}`);
  };

  /** @throws ServiceError, Failure */
  async function replyTo(incoming: IncomingMessage, request: ApiRequest, logged: Logged): Promise<Reply> {
    const { method, headers } = incoming;
    const { endpoint, callback, query } = request;
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

    const answer = await answerTo(service, keys, request, logged);
    const reply = replyWith(answer, request);
    answer.account?.charge(answer.days?.length ?? 0);
    return reply;
  }

  /** The same as before for as long as its days are the same list. */
  function replyWith({ days, timestamp, json }: Answer, { url, isPretty, callback }: ApiRequest): Reply {
    const key = `${url} ${timestamp}`;
    const before = replies.get(key);
    if (before && before.days === days) return before;

    const plain = bytesOf(isPretty ? prettyJson(json()) : jsonText(json()), callback);
    const tag = process.getBuiltinModule('node:crypto').hash('sha256', plain, 'base64url').slice(0, 27);
    const reply = { status: 200, plain, tag, timestamp, isCall: callback !== undefined, days };
    if (replies.size >= mostReplies) replies.clear();
    if (days) replies.set(key, reply);
    return reply;
  }
}

const bytesOf = (json: string, callback: string | undefined) =>
  Buffer.from(callback ? `${callback}(${json});` : json);

const compress = (bytes: Buffer) => promisify(process.getBuiltinModule('node:zlib').gzip)(bytes);

/** Returns the status; an error that is sent as a call goes with 200, without which no page could see it. */
async function send(
  { status, plain, tag, timestamp, isCall }: Reply,
  { headers: { 'accept-encoding': encodings = '', 'if-none-match': tags = '' } }: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): Promise<number> {
  const isCompressed = tag !== undefined && acceptsGzip(encodings);
  if (tag) {
    // a strong tag must differ between encodings
    headers.ETag = isCompressed ? `"${tag}-gzip"` : `"${tag}"`;
    headers.Vary = headers.Vary ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    const modified = new Date((timestamp ?? Number.NaN) * 1000).toUTCString();
    // no header can express other years
    if (/^\w{3}, \d\d \w{3} \d{4} /.test(modified)) headers['Last-Modified'] = modified;
    if (tags.trim() === '*' || tags.includes(headers.ETag)) {
      response.writeHead(304, headers).end();
      return 304;
    }
  }
  if (plain) headers['Content-Type'] = `application/${isCall ? 'javascript' : 'json'}; charset=utf-8`;
  if (isCall) headers['X-Content-Type-Options'] = 'nosniff';
  if (isCompressed) headers['Content-Encoding'] = 'gzip';
  if (status === 405) headers.Allow = 'GET, HEAD';
  const bytes = isCompressed && plain ? await compress(plain) : plain;
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

export function withoutKey(target: string): string {
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
