import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { jsonText } from '../rates/json-text.ts';
import { Bodies } from './bodies.ts';
import { answerCurrencies } from './currencies.ts';
import { flag } from './flag.ts';
import { answerHistorical, answerLatest } from './historical.ts';
import { guardLoopback } from './loopback-guard.ts';
import { type Answer, sendAnswer, sendError } from './reply.ts';
import { parseTarget, type Route, withoutKey } from './route.ts';
import type { Request, Service } from './service.ts';
import { asServiceError, methodNotAllowed, ServiceError } from './service-error.ts';
import type { Origin } from './source.ts';
import { answerTimeSeries } from './time-series.ts';
import { answerUsage } from './usage.ts';

/** Answers the service's interface under `/api`, to this machine alone. */
export function createHandler(service: Service): RequestListener {
  const bodies = new Bodies();
  return (incoming, response) => {
    respond(service, bodies, incoming, response).catch(() => response.destroy());
  };
}

async function respond(
  service: Service,
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
  service: Service,
  bodies: Bodies,
  incoming: IncomingMessage,
  tell: Request['tell'],
): Promise<Answer> {
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

async function answer(route: Route, request: Request): Promise<Answer> {
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
