import type { IncomingMessage, RequestListener } from 'node:http';
import { jsonText } from '../../rates/json.ts';
import { Bodies } from './bodies.ts';
import { answers } from './endpoints.ts';
import { ServiceError } from './error.ts';
import { admit, preflight } from './gate.ts';
import { type Origin, withoutKey } from './log.ts';
import { Questions, queryOf } from './question.ts';
import { callbackIn, type Manner, type Reply, sendAnswer, sendError } from './reply.ts';
import type { ApiRequest, Served } from './service.ts';

export function createHandler(service: Served): RequestListener {
  const questions = new Questions(service.source.pivot);
  const bodies = new Bodies();
  const { guests = { hosts: [], origins: [] } } = service;

  /** Undefined: what a browser asks before it sends a page's request may be sent. */
  async function answerTo(
    { headers, method, url = '' }: IncomingMessage,
    manner: Manner,
    tell: ApiRequest['tell'],
  ): Promise<Reply | undefined> {
    const query = queryOf(url);
    const isGuest = admit(guests, headers, query.has('callback'));
    if (isGuest) manner.headers['Access-Control-Allow-Origin'] = headers.origin;
    manner.callback = callbackIn(query);
    const question = questions.get(url);
    if (isGuest && method === 'OPTIONS') return undefined;
    if (method !== 'GET' && method !== 'HEAD')
      throw new ServiceError(405, 'method_not_allowed', 'Only GET and HEAD are supported.');
    const { endpoint, name, pretty } = question;
    const appId = query.get('app_id') || tokenIn(headers.authorization);
    const render: ApiRequest['render'] = (from, make) => bodies.get(name, from, () => jsonText(make(), pretty));
    return answers[endpoint]({ service, question, appId, tell, render });
  }

  async function respond(incoming: IncomingMessage, response: Parameters<RequestListener>[1]): Promise<void> {
    const started = performance.now();
    const { method = '', url = '' } = incoming;
    let origin: Origin | undefined;
    const tell = (told: Origin) => {
      origin = told;
    };
    const manner: Manner = { headers: guests.origins.length > 0 ? { Vary: 'Origin' } : {}, callback: undefined };
    const reply = await answerTo(incoming, manner, tell).catch(asServiceError);
    manner.headers.Date = new Date(service.now()).toUTCString();
    const isRefused = reply instanceof ServiceError;
    let status = 204;
    if (isRefused) status = sendError(response, manner, reply);
    else if (reply) status = await sendAnswer(incoming, response, manner, reply);
    else response.writeHead(status, { ...manner.headers, ...preflight }).end();
    service.log?.({
      method,
      target: withoutKey(url),
      status,
      took: performance.now() - started,
      origin,
      fault: isRefused ? reply.fault : undefined,
    });
  }

  return (incoming, response) => {
    respond(incoming, response).catch(() => response.destroy());
  };
}

/** Empty if there is none. */
const tokenIn = (authorization = '') => /^token +(.*)/i.exec(authorization)?.[1] ?? '';

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError(500, 'internal_error', 'The request could not be answered.', String(thrown));
}
