import { connect } from 'node:net';

/** Asks for addresses of one server in turn, over connections that are kept; each waits for its answer. */
export async function ask(addresses, { count, connections }) {
  const { hostname, port } = new URL(addresses[0]);
  const requests = addresses.map((address) => {
    const { pathname, search, host } = new URL(address);
    return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  });

  let asked = 0;
  const next = () => (asked < count ? requests[asked++ % requests.length] : undefined);
  await Promise.all(Array.from({ length: connections }, () => connection({ hostname, port, next })));
}

function connection({ hostname, port, next }) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname);
    let missing = 0;
    const askNext = () => {
      const request = next();
      if (request) return socket.write(request);
      socket.destroy();
      resolve();
    };

    socket.on('connect', askNext);
    socket.on('data', (chunk) => {
      missing = missing === 0 ? lengthOf(chunk) - chunk.length : missing - chunk.length;
      if (missing === 0) askNext();
    });
    socket.on('error', reject);
    // after the last answer that does nothing
    socket.on('close', () => reject(new Error('the server has closed a connection')));
  });
}

const headEnd = '\r\n\r\n';

/** Bytes of an answer, by its beginning. */
function lengthOf(chunk) {
  const end = chunk.indexOf(headEnd);
  const head = chunk.latin1Slice(0, end);
  const [, length] = /^HTTP\/1\.1 200 .*\r\ncontent-length: (\d+)/is.exec(head) ?? [];
  if (end < 0 || length === undefined) throw new Error(`no answer, but ${head}`);
  return end + headEnd.length + Number(length);
}
