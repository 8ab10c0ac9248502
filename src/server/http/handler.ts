import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Json } from '../../json.ts';
import { Bodies } from './bodies.ts';
import { answers } from './endpoints.ts';
import { ServiceError } from './error.ts';
import { admit, sharing } from './gate.ts';
import { logLine, type Origin } from './log.ts';
import { type Question, Questions } from './question.ts';
import { httpDates, type Outcome, send, textOf } from './reply.ts';
import type { ApiRequest, Served } from './service.ts';

export function createHandler(service: Served): RequestListener {
  const questions = new Questions();
  const bodies = new Bodies();
  const dateBy = httpDates();
  const { guests = { hosts: [], origins: [] } } = service;

  function answerTo(incoming: IncomingMessage, question: Question, tell: ApiRequest['tell']) {
    const endpoint = admit(guests, incoming, question);
    if (!endpoint) return undefined;

    const { name, pretty, query, callback } = question;
    const appId = query.get('app_id') || /^token +(.*)/i.exec(incoming.headers.authorization ?? '')?.[1];
    const write = (json: Json) => textOf(json, pretty, callback);
    const render: ApiRequest['render'] = (from, make) => bodies.get(name, from, () => write(make()));
    return answers[endpoint]({ service, question, appId, tell, render });
  }

  /** At once where nothing need be waited for. */
  function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const started = performance.now();
    const question = questions.get(incoming.url ?? '');
    let origin: Origin | undefined;
    let lacking: string | undefined;
    const tell: ApiRequest['tell'] = (told, why) => {
      origin = told;
      lacking = why;
    };

    const log = (status: number, fault?: string) => {
      const took = performance.now() - started;
      service.log?.(logLine(incoming, { status, took, origin, fault }, service.now()));
    };

    const finish = (outcome: Outcome) => {
      const headers = { Date: dateBy(service.now()), ...sharing(guests, incoming.headers) };
      const status = send(incoming, response, { outcome, headers, callback: question.callback });
      const fault = outcome instanceof ServiceError ? (outcome.fault ?? lacking) : undefined;
      if (typeof status === 'number') return log(status, fault);
      return status.then((sent) => log(sent, fault));
    };

    const outcome = attempted(() => answerTo(incoming, question, tell));
    return outcome instanceof Promise ? outcome.catch(asServiceError).then(finish) : finish(outcome);
  }

  return (incoming, response) => {
    const failed = () => response.destroy();
    try {
      respond(incoming, response)?.catch(failed);
    } catch {
      failed();
    }
  };
}

function attempted<T>(work: () => T): T | ServiceError {
  try {
    return work();
  } catch (error) {
    return asServiceError(error);
  }
}

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError(500, 'internal_error', 'The request could not be answered.', String(thrown));
}
