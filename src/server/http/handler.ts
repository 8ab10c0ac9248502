import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Json } from '../../json.ts';
import { answers } from './endpoints.ts';
import { ServiceError } from './error.ts';
import { admit, sharing } from './gate.ts';
import { type AnswerOrigin, logLine } from './log.ts';
import { ApiQuestion } from './question.ts';
import { type Body, bodyOf, httpDate, send, textOf } from './reply.ts';
import type { ApiRequest, ApiService } from './service.ts';

/** Bodies that are kept of a day: clients of one kind ask alike. */
const mostBodies = 8;

/** Pipelined requests on one connection; a client that sends more is cut off. */
const mostAhead = 100;

/** One request of a connection at a time is answered: pipelining must not starve others or fill memory. */
interface Turns {
  last: Promise<void>;
  count: number;
}

export function createHandler(service: ApiService): RequestListener {
  const { guests = { hosts: [], origins: [] } } = service;
  const bodies = new WeakMap<object, Map<string, Body>>();
  const waiting = new WeakMap<Socket, Turns>();

  async function answerTo(incoming: IncomingMessage, question: ApiQuestion, tell: ApiRequest['tell']) {
    const endpoint = admit(guests, incoming, question);
    if (!endpoint) return undefined;

    const { name, pretty, query, callback } = question;
    const appId = query.get('app_id') || /^token +(.*)/i.exec(incoming.headers.authorization ?? '')?.[1];
    const render = (json: Json) => bodyOf(textOf(json, pretty, callback));
    const renderDay: ApiRequest['renderDay'] = (day, timestamp, make) => {
      const ofDay = bodies.get(day) ?? new Map<string, Body>();
      bodies.set(day, ofDay);
      const key = `${name} ${timestamp}`;
      const body = ofDay.get(key) ?? render(make());
      if (ofDay.size >= mostBodies) ofDay.clear();
      ofDay.set(key, body);
      return body;
    };
    return answers[endpoint]({ service, question, appId, tell, render, renderDay });
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const question = new ApiQuestion(incoming.url ?? '');
    let origin: AnswerOrigin | undefined;
    let lacking: string | undefined;
    const tell: ApiRequest['tell'] = (told, why) => {
      origin = told;
      lacking = why;
    };

    const outcome = await answerTo(incoming, question, tell).catch(asServiceError);
    const headers = { Date: httpDate(service.now()), ...sharing(guests, incoming.headers) };
    const status = await send(incoming, response, { outcome, headers, callback: question.callback });
    const fault = outcome instanceof ServiceError ? (outcome.fault ?? lacking) : undefined;
    const took = performance.now() - started;
    service.log?.(logLine(incoming, { status, took, origin, fault }, service.now()));
  }

  return (incoming, response) => {
    const { socket } = incoming;
    const turns = waiting.get(socket) ?? { last: Promise.resolve(), count: 0 };
    waiting.set(socket, turns);
    if (++turns.count > mostAhead) socket.destroy();
    turns.last = turns.last.then(async () => {
      if (socket.destroyed) return;
      const closed = once(response, 'close').catch(() => {});
      await respond(incoming, response).catch(() => response.destroy());
      await closed;
      turns.count--;
    });
  };
}

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError(500, 'internal_error', 'The request could not be answered.', String(thrown));
}
