import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { jsonText } from '../../rates/json.ts';
import { Bodies } from './bodies.ts';
import {
  answerCurrencies,
  answerHistorical,
  answerLatest,
  answerTimeSeries,
  answerUsage,
} from './endpoints.ts';
import { asServiceError, methodNotAllowed, ServiceError } from './error.ts';
import { guardLoopback } from './guard.ts';
import { type Origin, withoutKey } from './log.ts';
import { Questions } from './question.ts';
import { type Reply, sendAnswer, sendError } from './reply.ts';
import type { ApiRequest, Served } from './service.ts';

export function createHandler(service: Served): RequestListener {
  const memory = { questions: new Questions(), bodies: new Bodies() };
  return (incoming, response) => {
    respond(service, memory, incoming, response).catch(() => response.destroy());
  };
}

/** What is made for one request and of use to the next. */
interface Memory {
  readonly questions: Questions;
  readonly bodies: Bodies;
}

async function respond(
  service: Served,
  memory: Memory,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const { method = '', url = '' } = incoming;
  let origin: Origin | undefined;
  const tell = (told: Origin) => {
    origin = told;
  };
  const reply = await answerTo(service, memory, incoming, tell).catch(asServiceError);
  const date = new Date(service.now()).toUTCString();
  const refused = reply instanceof ServiceError;
  const status = refused
    ? sendError(response, date, reply)
    : await sendAnswer(incoming, response, date, reply);
  service.log?.({
    method,
    target: withoutKey(url),
    status,
    took: performance.now() - started,
    origin,
    fault: refused ? reply.fault : undefined,
  });
}

async function answerTo(
  service: Served,
  { questions, bodies }: Memory,
  { headers, method, url = '' }: IncomingMessage,
  tell: ApiRequest['tell'],
): Promise<Reply> {
  guardLoopback(headers);
  const question = questions.get(url);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
  const { name, pretty } = question;
  return answer({
    service,
    question,
    tell,
    render: (from, make) => bodies.get(name, from, () => jsonText(make(), pretty)),
  });
}

function answer(request: ApiRequest): Reply | Promise<Reply> {
  const { route } = request.question;
  switch (route.endpoint) {
    case 'historical':
      return answerHistorical(request, route.date);
    case 'latest':
      return answerLatest(request);
    case 'time-series':
      return answerTimeSeries(request);
    case 'currencies':
      return answerCurrencies(request);
    case 'usage':
      return answerUsage(request);
  }
}
