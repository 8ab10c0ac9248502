import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { atEnd } from './at-end.ts';

/** Nobody listens there until the tests of the file end: a connection that comes from there keeps it from others. */
export async function keepPort(localPort: number): Promise<void> {
  const host = '127.0.0.1';
  const other = createServer().listen(0, host);
  await once(other, 'listening');

  const { port } = other.address() as AddressInfo;
  const connection = connect({ host, port, localAddress: host, localPort });
  atEnd(() => {
    connection.destroy();
    other.close();
  });
  await once(connection, 'connect');
}
