import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Connections } from '../../../src/server/api/connections.ts';
import { turns } from '../../support/turns.ts';

test('a request that comes in the very turn in which the last one ended is answered once', async () => {
  const server = new EventEmitter();
  const socket = new EventEmitter();
  const connections = new Connections();
  connections.watch(server as Server);
  server.emit('connection', socket);
  const answering: unknown[] = [];
  const listener = connections.inTurn((_, response) => answering.push(response));
  const come = () => {
    const response = new EventEmitter();
    listener({ socket } as IncomingMessage, response as ServerResponse);
    return response;
  };
  const first = come();
  first.emit('close');
  const second = come();
  await turns(2);
  expect(answering).toEqual([first, second]);
  expect(answering[1]).toBe(second);
});
