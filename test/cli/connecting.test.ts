import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { Latch } from '../support/latch.ts';
import { certificate, type ProxyFault, startProxy } from '../support/proxy.ts';
import { finished, Machine, said } from '../support/ratebook.ts';

const day = ['historical', '2024-01-17', '-s', 'EUR', '--no-store', '--debug'];

/** What stands in the way of a connection: settings of the machine, and when it has been met. */
type Obstacle = { readonly env: Record<string, string>; readonly met: Promise<unknown> };

async function behind(fault: ProxyFault): Promise<Obstacle & { readonly connects: readonly string[] }> {
  const met = new Latch();
  const { url, connects } = await startProxy((...args) => {
    met.open();
    fault(...args);
  });
  const env = { RATEBOOK_BASE_URL: 'https://rates.example/api', HTTPS_PROXY: url, NODE_EXTRA_CA_CERTS: certificate };
  return { env, met: met.opened, connects };
}

/** A server that takes connections, and says nothing on them. */
async function mute(): Promise<Obstacle> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
  });
  const met = new Promise((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { env: { RATEBOOK_BASE_URL: `https://127.0.0.1:${port}/api` }, met };
}

const opensAndIsSilent: ProxyFault = (client) => client.write('HTTP/1.1 200 Connected\r\n\r\n');

describe.concurrent('a connection that does not come about', () => {
  test.each([
    ['a proxy behind which TLS does not begin', () => behind(opensAndIsSilent)],
    ['a service with which TLS does not begin', mute],
  ])('for %s ends with the timeout, or with Ctrl-C; nothing was sent', async (_what, obstacle) => {
    const { env } = await obstacle();
    const machine = new Machine({ ...env, RATEBOOK_APP_ID: 'a-key', RATEBOOK_TIMEOUT: '1.5' });
    const timed = machine.start(day);
    const timedOut = finished(timed);
    await said(timed, 'stderr', /try 1: no connection within 1\.5 s/);
    timed.kill('SIGINT');
    expect((await timedOut).stderr).not.toContain('lost');

    const { env: other, met } = await obstacle();
    const child = machine.start(day, { env: { ...other, RATEBOOK_TIMEOUT: '3600' } });
    const end = finished(child);
    await met;
    child.kill('SIGINT');
    const { code, stderr } = await end;
    expect(stderr).toMatch(/^ratebook: interrupted$/m);
    expect(stderr).not.toContain('lost');
    expect(code).toBe(130);
  });

  test('costs nothing: the next try is within --max-cost, and has a connection of its own', async () => {
    const { env, connects } = await behind((_client, number, tunnel) => number > 1 && tunnel());
    const machine = new Machine({ ...env, RATEBOOK_APP_ID: 'a-key', RATEBOOK_TIMEOUT: '6.1' });
    const { code, stdout, stderr } = await machine.run([...day, '--concurrency', '1', '--max-cost', '1']);
    expect(stderr).toContain('try 1: no connection within 6.1 s');
    expect(stdout).toMatch(/^2024-01-17,USD,EUR,/m);
    expect(connects).toHaveLength(2);
    expect(code).toBe(0);
  });
});
