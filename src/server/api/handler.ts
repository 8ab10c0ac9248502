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
import { flag } from './parameters.ts';
import { type Reply, sendAnswer, sendError } from './reply.ts';
import { parseTarget, type Route, withoutKey } from './route.ts';
import type { ApiRequest, Origin, Served } from './service.ts';

export function createHandler(service: Served): RequestListener {
  const bodies = new Bodies();
  return (incoming, response) => {
    respond(service, bodies, incoming, response).catch(() => response.destroy());
  };
}

async function respond(
  service: Served,
  bodies: Bodies,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const { method = '', url = '' } = incoming;
  let origin: Origin | undefined;
  const tell = (told: Origin) => {
    origin = told;
  };
  const reply = await answerTo(service, bodies, incoming, tell).catch(asServiceError);
  response.setHeader('Date', new Date(service.now()).toUTCString());
  const refused = reply instanceof ServiceError;
  const status = refused ? sendError(response, reply) : await sendAnswer(incoming, response, reply);
  const took = performance.now() - started;
  service.log?.({
    method,
    target: withoutKey(url),
    status,
    took,
    origin,
    fault: refused ? reply.fault : undefined,
  });
}

async function answerTo(
  service: Served,
  bodies: Bodies,
  incoming: IncomingMessage,
  tell: ApiRequest['tell'],
): Promise<Reply> {
  guardLoopback(incoming.headers);
  const { route, path, query } = parseTarget(incoming.url ?? '');
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') throw methodNotAllowed();
  const pretty = flag(query, 'prettyprint') ?? true;
  const name = () => {
    const named = new URLSearchParams(query);
    named.delete('app_id');
    return `${path}?${named}`;
  };
  return answer(route, {
    ...service,
    query,
    tell,
    render: (from, make) => bodies.get(name(), from, () => jsonText(make(), pretty)),
  });
}

async function answer(route: Route, request: ApiRequest): Promise<Reply> {
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
