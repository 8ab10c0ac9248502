import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { answerCurrencies } from './currencies.ts';
import { flag } from './flag.ts';
import { answerHistorical, answerLatest } from './historical.ts';
import { guardLoopback } from './loopback-guard.ts';
import { type Answer, errorReply, type Reply, replyWith, send } from './reply.ts';
import { parseTarget, type Route, withoutKey } from './route.ts';
import type { Request, Service } from './service.ts';
import { methodNotAllowed } from './service-error.ts';
import type { Origin } from './source.ts';
import { answerTimeSeries } from './time-series.ts';
import { answerUsage } from './usage.ts';

/** Answers the service's interface under `/api`, to this machine alone. */
export function createHandler(service: Service): RequestListener {
  return (incoming, response) => {
    respond(service, incoming, response).catch(() => response.destroy());
  };
}

async function respond(service: Service, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = performance.now();
  let origin: Origin | undefined;
  const tell = (told: Origin) => {
    origin = told;
  };
  const reply = await replyTo(service, incoming, tell).catch(errorReply);
  response.setHeader('Date', new Date(service.now()).toUTCString());
  const status = await send(incoming, response, reply);
  const { method = '', url = '' } = incoming;
  service.log?.({ method, target: withoutKey(url), status, took: performance.now() - started, origin });
}

async function replyTo(service: Service, incoming: IncomingMessage, tell: Request['tell']): Promise<Reply> {
  guardLoopback(incoming.headers);
  const { route, query } = parseTarget(incoming.url ?? '');
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') throw methodNotAllowed();
  return replyWith(await answer(route, { ...service, query, tell }), flag(query, 'prettyprint') ?? true);
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
