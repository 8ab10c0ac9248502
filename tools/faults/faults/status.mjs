import { errorBody } from '../rates.mjs';

const html = '<!doctype html><title>Bad gateway</title><h1>Sorry</h1>';

/** Status codes other than a plain 200, and what goes with them. */
export const statusFaults = [
  ...[500, 502, 503, 504].flatMap((status) => [
    { name: `${status} with HTML`, play: (x) => failed(x, status, html, { 'Content-Type': 'text/html' }) },
    { name: `${status} with an empty body`, play: (x) => failed(x, status, '') },
    {
      name: `${status} with an error in JSON`,
      play: (x) => failed(x, status, errorBody(status, 'internal_error')),
    },
  ]),
  { name: '500 not_available', play: (x) => failed(x, 500, errorBody(500, 'not_available')) },
  { name: '503 not_available', play: (x) => failed(x, 503, errorBody(503, 'not_available')) },
  { name: '429 not_available', play: (x) => x.refuse(429, 'not_available') },
  { name: '503 with the right rates', play: (x) => failed(x, 503, x.body()) },
  { name: '429 throttled', play: (x) => x.refuse(429, 'too_many_requests') },
  {
    name: '429 throttled, Retry-After: 1',
    play: (x) => x.refuse(429, 'too_many_requests', undefined, after(1)),
  },
  { name: '429 with an empty body', play: (x) => failed(x, 429, '') },
  {
    name: '429 access_restricted',
    ends: [5],
    play: (x) => x.refuse(429, 'access_restricted', 'Access restricted until 2099-01-01 (reason: too_many_requests).'),
  },
  {
    name: '403 access_restricted',
    ends: [5],
    play: (x) => x.refuse(403, 'access_restricted', 'Access restricted until 2099-01-01 (reason: too_many_requests).'),
  },
  {
    name: '403 not_allowed of a series',
    on: ['time-series'],
    play: (x) => x.refuse(403, 'not_allowed', 'Your plan does not allow time-series requests.'),
  },
  {
    name: '429 not_allowed of a series',
    on: ['time-series'],
    play: (x) => x.refuse(429, 'not_allowed', 'Your plan does not allow time-series requests.'),
  },
  {
    name: '403 not_allowed of a day',
    on: ['historical'],
    ends: [5],
    play: (x) => x.refuse(403, 'not_allowed'),
  },
  { name: '401 invalid_app_id', ends: [4], play: (x) => x.refuse(401, 'invalid_app_id') },
  { name: '401 with an empty body', ends: [4], play: (x) => failed(x, 401, '') },
  { name: '400 not_available of a series', on: ['time-series'], play: (x) => x.refuse(400, 'not_available') },
  { name: '400 with an empty body', ends: [1], play: (x) => failed(x, 400, '') },
  { name: '404 with HTML', ends: [1], play: (x) => failed(x, 404, html) },
  { name: '408 with an empty body', play: (x) => failed(x, 408, '') },
  { name: '304', play: (x) => noBody(x, 304) },
  { name: '204', play: (x) => noBody(x, 204) },
  { name: '201 with the right rates', play: (x) => x.bring(x.body(), { status: 201 }) },
  { name: '203 with the right rates', play: (x) => x.bring(x.body(), { status: 203 }) },
  { name: '226 with the right rates', play: (x) => x.bring(x.body(), { status: 226 }) },
  { name: '206 with the right rates', play: (x) => x.spoil(x.body(), { status: 206 }) },
  { name: '999 with an empty body', play: (x) => failed(x, 999, '') },
  ...[301, 302, 307, 308].map((status) => ({
    name: `${status} to elsewhere`,
    ends: [1],
    play: (x) => failed(x, status, '', { Location: `http://127.0.0.1:${x.service.port}/elsewhere${x.target}` }),
  })),
];

const after = (wait) => ({ 'Retry-After': wait });

/** A status that costs nothing, save where a gateway hides the service's own answer. */
async function failed(x, status, body, headers) {
  if (status === 502 || status === 504) x.charge();
  await x.send(x.response(body, { status, headers }));
}

async function noBody(x, status) {
  x.charge();
  await x.send(x.head(status, {}));
}
