import type { Agent as AgentType, Dispatcher, EnvHttpProxyAgent as EnvHttpProxyAgentType } from 'undici';
// Straight from their files: the package's index also loads fetch, WebSocket and caches, which doubles a look-up's start-up.
// @ts-expect-error the package types only its index
import apiConnect from 'undici/lib/api/api-connect.js';
// @ts-expect-error
import apiRequest from 'undici/lib/api/api-request.js';
// @ts-expect-error
import AgentClass from 'undici/lib/dispatcher/agent.js';
// @ts-expect-error
import DispatcherClass from 'undici/lib/dispatcher/dispatcher.js';
// @ts-expect-error
import EnvHttpProxyAgentClass from 'undici/lib/dispatcher/env-http-proxy-agent.js';

export type { Dispatcher };
export const Agent: typeof AgentType = AgentClass;
export const EnvHttpProxyAgent: typeof EnvHttpProxyAgentType = EnvHttpProxyAgentClass;

// The index would do this; the way through a proxy begins with it.
DispatcherClass.prototype.connect = apiConnect;

/** `dispatcher.request(options)`. */
export function request(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  return apiRequest.call(dispatcher, options);
}
