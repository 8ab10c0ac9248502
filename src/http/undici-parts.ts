// The files that are needed without a proxy: the index also loads fetch, WebSocket and caches, a fifth of
// the time of a
// run that fetches a day.
import type { Agent as AgentType, buildConnector as BuildConnector } from 'undici';
// @ts-expect-error the package types only its index
import connect from 'undici/lib/core/connect.js';
// @ts-expect-error
import AgentClass from 'undici/lib/dispatcher/agent.js';

export const Agent: typeof AgentType = AgentClass;
export const buildConnector: typeof BuildConnector = connect;
