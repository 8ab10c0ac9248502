import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Json } from '../../rates/json-text.ts';
import { Bodies } from './bodies.ts';
import { answers } from './endpoints.ts';
import { ServiceError } from './error.ts';
import { admit, sharing } from './gate.ts';
import { logLine, type Origin } from './log.ts';
import { type Question, Questions } from './question.ts';
import { send, textOf } from './reply.ts';
import type { ApiRequest, Served } from './service.ts';

export function createHandler(service: Served): RequestListener {
  const questions = new Questions();
  const bodies = new Bodies();
  const { guests = { hosts: [], origins: [] } } = service;

  async function answerTo(incoming: IncomingMessage, question: Question, tell: ApiRequest['tell']) {
    const endpoint = admit(guests, incoming, question);
    if (!endpoint) return undefined;

    const { name, pretty, query, callback } = question;
    const appId = query.get('app_id') || /^token +(.*)/i.exec(incoming.headers.authorization ?? '')?.[1];
    const write = (json: Json) => textOf(json, pretty, callback);
    const render: ApiRequest['render'] = (from, make) => bodies.get(name, from, () => write(make()));
    return answers[endpoint]({ service, question, appId, tell, render });
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    let origin: Origin | undefined;
    let lacking: string | undefined;
    const tell: ApiRequest['tell'] = (told, why) => {
      origin = told;
      lacking = why;
    };

    const question = questions.get(incoming.url ?? '');
    const outcome = await answerTo(incoming, question, tell).catch(asServiceError);
    const headers = { Date: new Date(service.now()).toUTCString(), ...sharing(guests, incoming.headers) };
    const status = await send(incoming, response, { outcome, headers, callback: question.callback });

    const fault = outcome instanceof ServiceError ? (outcome.fault ?? lacking) : undefined;
    const took = performance.now() - started;
    service.log?.(logLine(incoming, { status, took, origin, fault }, service.now()));
  }

  return (incoming, response) => {
    respond(incoming, response).catch(() => response.destroy());
  };
}

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError(500, 'internal_error', 'The request could not be answered.', String(thrown));
}
