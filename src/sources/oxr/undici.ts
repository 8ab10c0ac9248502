import './redact.ts';
import type { Agent as AgentType, buildConnector as buildConnectorType, Dispatcher } from 'undici';
// Imported from their own files: the index also loads fetch, WebSocket and caches, and doubles start-up.
// @ts-expect-error the package types only its index
import connectorBuilder from 'undici/lib/core/connect.js';
// @ts-expect-error
import AgentClass from 'undici/lib/dispatcher/agent.js';

export type { Dispatcher };
export type Connector = buildConnectorType.connector;
export const Agent: typeof AgentType = AgentClass;
export const buildConnector: typeof buildConnectorType = connectorBuilder;
