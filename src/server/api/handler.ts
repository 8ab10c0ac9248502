import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { jsonText } from '../../rates/json.ts';
import { isLoopback } from '../../sources/oxr/service.ts';
import { Bodies } from './bodies.ts';
import { answers } from './endpoints.ts';
import { ServiceError } from './error.ts';
import { type Origin, withoutKey } from './log.ts';
import { Questions } from './question.ts';
import { sendAnswer, sendError } from './reply.ts';
import type { ApiRequest, Served } from './service.ts';

export function createHandler(service: Served): RequestListener {
  const questions = new Questions();
  const bodies = new Bodies();

  async function answerTo({ headers, method, url = '' }: IncomingMessage, tell: ApiRequest['tell']) {
    guardLoopback(headers);
    const question = questions.get(url);
    if (method !== 'GET' && method !== 'HEAD')
      throw new ServiceError(405, 'method_not_allowed', 'Only GET and HEAD are supported.');
    const { endpoint, name, pretty } = question;
    const render: ApiRequest['render'] = (from, make) => bodies.get(name, from, () => jsonText(make(), pretty));
    return answers[endpoint]({ service, question, tell, render });
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const { method = '', url = '' } = incoming;
    let origin: Origin | undefined;
    const tell = (told: Origin) => {
      origin = told;
    };
    const reply = await answerTo(incoming, tell).catch(asServiceError);
    const date = new Date(service.now()).toUTCString();
    const isRefused = reply instanceof ServiceError;
    const status = isRefused ? sendError(response, date, reply) : await sendAnswer(incoming, response, date, reply);
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

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError(500, 'internal_error', 'The request could not be answered.', String(thrown));
}

/** Keeps out web pages, which can get here by a browser or a host name for 127.0.0.1. @throws ServiceError */
function guardLoopback(headers: IncomingHttpHeaders): void {
  const { host, origin, referer } = headers;
  if (!isLoopback(host?.replace(/:\d{1,5}$/, '') ?? ''))
    throw forbidden('Only requests to a loopback address are accepted: localhost, 127.0.0.1 or [::1].');
  // images send no origin, old browsers only a referer
  for (const page of [origin, referer])
    if (page !== undefined && !(URL.canParse(page) && isLoopback(new URL(page).hostname)))
      throw forbidden('Requests from web pages elsewhere are refused.');
  if (headers['sec-fetch-site'] === 'cross-site')
    throw forbidden('Requests from web pages of another site are refused.');
}

const forbidden = (why: string) => new ServiceError(403, 'forbidden', why);
