import { setTimeout as sleep } from 'node:timers/promises';

/** Answers that do not arrive, or not whole, or not in time. */
export const connectionFaults = [
  { name: 'reset before the request was read', play: (x) => x.reset() },
  { name: 'closed before the request was read', play: (x) => x.end() },
  { name: 'refused for a while', play: (x) => x.service.deafFor(1500) },
  { name: 'reset before an answer', play: (x) => lost(x, '') },
  { name: 'closed before an answer', play: (x) => lost(x, '', 'end') },
  { name: 'reset inside the status line', play: (x) => lost(x, 'HTTP/1.1 2') },
  { name: 'reset after the headers', play: (x) => lost(x, x.head(200, { 'Content-Length': 4000 })) },
  { name: 'cut inside a body of known length', play: (x) => lost(x, half(x, { chunked: false })) },
  { name: 'closed inside a body of known length', play: (x) => lost(x, half(x, { chunked: false }), 'end') },
  { name: 'cut inside a chunked body', play: (x) => lost(x, half(x, { chunked: true })) },
  { name: 'closed inside a chunked body', play: (x) => lost(x, half(x, { chunked: true }), 'end') },
  {
    name: 'closed before the last chunk',
    play: (x) => lost(x, x.response(x.body(), { chunked: true }).subarray(0, -5), 'end'),
  },
  {
    // legal in HTTP/1.0: the end of the connection is the end of the body, so a cut cannot be told from an end
    name: 'a body cut short that has no length',
    play: async (x) => {
      const body = x.body();
      await lost(x, Buffer.concat([endless(x), Buffer.from(body.slice(0, body.length / 2))]), 'end');
    },
  },
  {
    name: 'a whole body that has no length',
    play: async (x) => {
      x.charge();
      if (await x.send(Buffer.concat([endless(x), Buffer.from(x.body())]))) x.delivered = x.days;
      x.end();
    },
  },
  { name: 'a hang before the headers', waits: true, play: (x) => hang(x, '') },
  { name: 'a hang inside the headers', waits: true, play: (x) => hang(x, 'HTTP/1.1 200 OK\r\nDate: ') },
  {
    name: 'a hang after the headers',
    waits: true,
    play: (x) => hang(x, x.head(200, { 'Content-Length': 4000 })),
  },
  { name: 'a hang inside the body', waits: true, play: (x) => hang(x, half(x)) },
  {
    name: 'a hang before the last chunk',
    waits: true,
    play: (x) => hang(x, x.response(x.body(), { chunked: true }).subarray(0, -5)),
  },
  { name: 'headers that drip', waits: true, play: (x) => drip(x, x.head(200, { 'Content-Length': 1 }), 1) },
  { name: 'a body that drips', waits: true, play: (x) => drip(x, x.response(x.body(), { gzip: false }), 20) },
  {
    name: 'a body in pieces, in time',
    play: async (x) => {
      x.charge();
      const bytes = x.response(x.body(), { gzip: false });
      if (await x.drip(bytes, Math.ceil(bytes.length / 10), 20)) x.delivered = x.days;
    },
  },
  {
    name: 'a late answer, in time',
    play: async (x) => {
      await sleep(300);
      await x.answer();
    },
  },
];

/** A paid answer of which so much arrives. */
async function lost(x, bytes, end = 'reset') {
  x.charge();
  if (bytes.length) {
    await x.send(bytes);
    // a reset would overtake what is still on its way
    await sleep(20);
  }
  x[end]();
}

async function hang(x, bytes) {
  x.charge();
  if (bytes.length) await x.send(bytes);
  await x.hang();
}

async function drip(x, bytes, size) {
  x.charge();
  if (await x.drip(bytes, size, 50)) await x.hang();
}

const half = (x, options) => {
  const bytes = x.response(x.body(), { gzip: false, ...options });
  return bytes.subarray(0, bytes.length - (bytes.length >> 2));
};

const endless = (x) => x.head(200, { Connection: 'close' });
