import { errorBody, ratesOf, ratesText } from '../rates.mjs';

const rated = ['time-series', 'historical'];
const both = (x) => `${x.service.key} ${x.target}`;
const quoted = (x) => JSON.stringify(both(x));

// an escape, C1 controls, an isolate and an override
const controls = '\\u001b[31m \\u009b2J \\u007f \\u2066 \\u202e \\r\\n end';

/** A service that gives the key back, or sends what a terminal would obey. */
export const echoFaults = [
  { name: 'the key in the disclaimer', on: rated, play: (x) => x.bring(x.body({ disclaimer: quoted(x) })) },
  { name: 'the key in the license', on: rated, play: (x) => x.bring(x.body({ license: quoted(x) })) },
  { name: 'the key in a field of its own', on: rated, play: (x) => x.bring(x.body({ app_id: quoted(x) })) },
  { name: 'the key as the base', on: rated, play: (x) => x.spoil(x.body({ base: quoted(x) })) },
  { name: 'the key as rates', on: rated, play: (x) => x.spoil(x.body({ rates: quoted(x) })) },
  { name: 'the key as a code', on: rated, play: (x) => x.bring(x.body({}, (day) => extra(x, day, '1'))) },
  {
    name: 'the key as a code without a rate',
    on: rated,
    play: (x) => x.bring(x.body({}, (day) => extra(x, day, 'null'))),
  },
  {
    name: 'the key as a day',
    on: ['time-series'],
    play: (x) => x.bring(x.body().replace('"rates":{', `"rates":{${quoted(x)}:{"EUR":1},`)),
  },
  {
    name: 'the key as the start of a series',
    on: ['time-series'],
    play: (x) => x.spoil(x.body({ start_date: quoted(x) })),
  },
  { name: 'the key in broken JSON', play: (x) => x.spoil(`{"${both(x)}`) },
  { name: 'the key in HTML', play: (x) => x.spoil(`<h1>${both(x)}</h1>`) },
  {
    name: 'the key in headers',
    play: (x) =>
      x.bring(x.body(), {
        headers: { 'X-Url': x.target, ETag: `"${x.service.key}"`, 'Set-Cookie': both(x) },
      }),
  },
  { name: 'the key as the Date', play: (x) => x.bring(x.body(), { headers: { Date: both(x) } }) },
  {
    name: 'the key as the encoding',
    play: (x) => x.spoil(x.body(), { headers: { 'Content-Encoding': x.service.key } }),
  },
  { name: 'the key in the reason phrase', play: (x) => x.bring(x.body(), { reason: both(x) }) },
  {
    name: 'the key in a header that is none',
    waits: true,
    play: (x) => x.spoil(x.body(), { raw: `${both(x)}\r\n` }),
  },
  {
    name: 'the key in place of HTTP',
    play: (x) => x.send(Buffer.from(`${both(x)}\r\n\r\n`)).then(() => x.end()),
  },
  { name: 'the key in Retry-After', play: (x) => x.refuse(429, 'slow', both(x), { 'Retry-After': both(x) }) },
  {
    name: 'the key in a redirect',
    play: (x) => x.refuse(302, 'moved', both(x), { Location: `https://other.example${x.target}` }),
  },
  ...[
    [400, 'other'],
    [400, 'invalid_base'],
    [401, 'invalid_app_id'],
    [403, 'access_restricted'],
    [403, 'not_allowed'],
    [429, 'too_many_requests'],
    [500, 'failure'],
  ].map(([status, message]) => ({
    name: `the key in the description of ${status} ${message}`,
    play: (x) => x.refuse(status, message, `[${x.service.key}] ${both(x)} until ${x.service.key}`),
  })),
  { name: 'the key as a message', play: (x) => x.refuse(400, x.service.key, 'x') },
  { name: 'controls in a description', play: (x) => spoken(x, 400, 'other') },
  { name: 'controls in a refusal', play: (x) => spoken(x, 403, 'not_allowed') },
  { name: 'controls in an end of quota', play: (x) => spoken(x, 429, 'access_restricted') },
  { name: 'controls in a failure', play: (x) => spoken(x, 500, 'failure') },
  {
    name: 'controls in a message',
    play: (x) => x.send(x.response(`{"error":true,"message":"${controls}"}`, { status: 400 })),
  },
  {
    name: 'controls in the disclaimer',
    on: rated,
    play: (x) => x.bring(x.body({ disclaimer: `"${controls}"` })),
  },
  { name: 'controls as the base', on: rated, play: (x) => x.spoil(x.body({ base: `"${controls}"` })) },
  {
    name: 'controls as a day',
    on: ['time-series'],
    play: (x) => x.bring(x.body().replace('"rates":{', `"rates":{"${controls}":{"EUR":1},`)),
  },
  {
    name: 'controls as a code',
    on: rated,
    play: (x) => x.bring(x.body({}, (day) => ratesText(ratesOf(day)).replace('{', `{"${controls}":-1,`))),
  },
  {
    name: 'controls in the reason phrase',
    waits: true,
    play: (x) => x.spoil(x.body(), { reason: '\x9b31m \x85' }),
  },
];

const extra = (x, day, json) => ratesText(ratesOf(day)).replace('{', `{${quoted(x)}:${json},`);

const spoken = (x, status, message) =>
  x.send(x.response(errorBody(status, message, '@').replace('@', controls), { status }));
