import { lastFinishedDay } from '../days.mjs';

const year = 365 * 86_400_000;

/** Answers whose head is wrong, strange or hostile. */
export const headerFaults = [
  { name: 'Content-Length too short', play: (x) => wrongLength(x, -30) },
  { name: 'Content-Length too long', waits: true, play: (x) => wrongLength(x, 30) },
  { name: 'Content-Length too long, then closed', play: (x) => wrongLength(x, 30, 'end') },
  { name: 'Content-Length negative', waits: true, play: (x) => strange(x, { 'Content-Length': -5 }) },
  { name: 'Content-Length no number', waits: true, play: (x) => strange(x, { 'Content-Length': 'many' }) },
  {
    name: 'Content-Length twice, different',
    waits: true,
    play: (x) => strange(x, { 'Content-Length': [10, 4000] }),
  },
  {
    name: 'Content-Length and chunked',
    waits: true,
    play: (x) => strange(x, { 'Content-Length': 4000, 'Transfer-Encoding': 'chunked' }),
  },
  { name: 'a header without a colon', waits: true, play: (x) => rawHead(x, 'nonsense\r\n') },
  { name: 'a header with a NUL', waits: true, play: (x) => rawHead(x, 'X-Nul: a\0b\r\n') },
  { name: 'a header name with blanks', waits: true, play: (x) => rawHead(x, 'X Y : z\r\n') },
  { name: 'a header of 100 kB', waits: true, play: (x) => rawHead(x, `X-Long: ${'y'.repeat(100_000)}\r\n`) },
  { name: '10,000 headers', waits: true, play: (x) => rawHead(x, 'X-Many: y\r\n'.repeat(10_000)) },
  { name: 'no HTTP at all', play: (x) => bytes(x, 'SSH-2.0-OpenSSH_9.2\r\n') },
  { name: 'zeros', play: (x) => bytes(x, Buffer.alloc(2000)) },
  { name: 'HTTP/1.0', play: (x) => inHttp10(x) },
  {
    name: 'a header twice',
    play: (x) => x.bring(x.body(), { headers: { 'X-Twice': ['a', 'b'], ETag: ['"1"', '"2"'] } }),
  },
  {
    name: 'Date twice',
    play: (x) => x.bring(x.body(), { headers: { Date: [httpDate(Date.now()), httpDate(Date.now())] } }),
  },
  {
    name: 'Date a year ahead',
    play: (x) => x.bring(x.body(), { headers: { Date: httpDate(Date.now() + year) } }),
  },
  { name: 'Date a year behind', play: (x) => dated(x, Date.now() - year) },
  { name: 'Date of 1970', play: (x) => dated(x, 0) },
  { name: 'Date invalid', play: (x) => x.bring(x.body(), { headers: { Date: 'Invalid Date' } }) },
  { name: 'Date empty', play: (x) => x.bring(x.body(), { headers: { Date: '' } }) },
  { name: 'no Date', play: (x) => x.bring(x.body(), { headers: { Date: undefined } }) },
  {
    name: 'Last-Modified invalid',
    play: (x) => x.bring(x.body(), { headers: { 'Last-Modified': 'Invalid Date' } }),
  },
  // undici hangs up at one that was not requested, and what follows counts as not delivered
  {
    name: '100 Continue first',
    play: (x) => bytes(x, Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), x.response(x.body())])),
  },
  { name: '102 Processing first', waits: true, play: (x) => informed(x, 'HTTP/1.1 102 Processing\r\n\r\n') },
  {
    name: '103 Early Hints first',
    waits: true,
    play: (x) => informed(x, 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n'),
  },
  {
    name: '1,000 times 102 first',
    waits: true,
    play: (x) => informed(x, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)),
  },
  { name: '102 without end', waits: true, play: flood },
  {
    name: '101 Switching Protocols',
    waits: true,
    play: (x) => bytes(x, 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
  },
  { name: 'two answers to one request', play: twice },
  ...['1000000000', '-1', 'Invalid Date', '', '1e400', '0.5', '301'].flatMap(retryAfter),
  // at the end of what a date can hold, as seconds and as a date, and past it
  ...['8639998000000', '8640000000000', '99999999999999999999', 'Sat, 13 Sep 275760 00:00:00 GMT'].flatMap(retryAfter),
];

function retryAfter(value) {
  return [429, 503].map((status) => ({
    name: `${status} with Retry-After: ${value || 'nothing'}`,
    play: (x) => x.refuse(status, 'too_many_requests', undefined, { 'Retry-After': value }),
  }));
}

const httpDate = (time) => new Date(time).toUTCString();

/** Days that were not over by the service's clock are not kept. */
async function dated(x, time) {
  await x.bring(x.body(), { headers: { Date: httpDate(time) } });
  x.notKept = x.delivered.filter((day) => day > lastFinishedDay(time));
}

async function wrongLength(x, by, end) {
  const body = Buffer.from(x.body());
  x.charge();
  await x.send(Buffer.concat([x.head(200, { 'Content-Length': body.length + by }), body]));
  if (end) x[end]();
}

/** Framing that cannot be believed. */
async function strange(x, headers) {
  x.charge();
  await x.send(Buffer.concat([x.head(200, headers), Buffer.from(x.body())]));
}

/** Lines that are no header beside the right ones: whether the answer is taken is the program's affair. */
async function rawHead(x, raw) {
  await x.spoil(x.body(), { raw });
}

async function bytes(x, what) {
  x.charge();
  await x.send(Buffer.from(what));
  x.end();
}

async function inHttp10(x) {
  x.charge();
  const response = x.response(x.body(), { chunked: false }).toString('latin1').replace('HTTP/1.1', 'HTTP/1.0');
  if (await x.send(Buffer.from(response, 'latin1'))) x.delivered = x.days;
  x.end();
}

/** Any number of interim responses may come before the answer (RFC 9110, 15.2). */
async function informed(x, interim) {
  x.charge();
  if (await x.send(Buffer.concat([Buffer.from(interim), x.response(x.body())]))) x.delivered = x.days;
}

async function flood(x) {
  x.charge();
  const interim = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(40));
  await x.drip({ length: Number.POSITIVE_INFINITY, subarray: () => interim }, 1, 20);
}

/** The second answers nobody: it must not be taken for the next request's. */
async function twice(x) {
  x.charge();
  const other = x.response(x.body({ base: '"EUR"' }));
  if (await x.send(Buffer.concat([x.response(x.body()), other]))) x.delivered = x.days;
}
