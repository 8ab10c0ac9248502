import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { atEnd } from './at-end.ts';
import { createDemoHandler } from './service.ts';

/** Self-signed, for the made-up host `rates.example` only. */
export const certificate = join(import.meta.dirname, 'tls/rates.example.pem');
const pem = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name));

/** Handles a CONNECT request; `tunnel` opens the tunnel. */
export type ProxyFault = (client: Duplex, number: number, tunnel: () => void, headers: IncomingHttpHeaders) => void;

/** A proxy with scripted faults that leads every CONNECT to `https://rates.example/api`. */
export async function startProxy(fault: ProxyFault = (_client, _number, tunnel) => tunnel()) {
  /** `rates.example:443` */
  const connects: string[] = [];
  const demo = createDemoHandler(Date.now);
  const atLoopback: RequestListener = (request, response) => {
    request.headers.host = 'localhost';
    demo(request, response);
  };
  const service = createTlsServer({ key: pem('rates.example.key.pem'), cert: pem('rates.example.pem') }, atLoopback);
  const proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', ({ url = '', headers }, client) => {
    connects.push(url);
    atEnd(() => client.destroy());
    client.on('error', () => client.destroy());
    fault(
      client,
      connects.length,
      () => {
        const server = connect((service.address() as AddressInfo).port, '127.0.0.1', () => {
          client.write('HTTP/1.1 200 Connected\r\n\r\n');
          server.pipe(client).pipe(server);
        });
        server.on('error', () => client.destroy());
        client.on('close', () => server.destroy());
      },
      headers,
    );
  });
  for (const server of [service, proxy]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, connects };
}
