import { gzipSync } from 'node:zlib';
import { dayAfter } from '../days.mjs';
import { dayBody, ratesOf, ratesText, seriesBody } from '../rates.mjs';

const MB = 1024 * 1024;
const rated = ['time-series', 'historical'];
const series = ['time-series'];

/** Answers of status 200 whose body is not what it should be. */
export const contentFaults = [
  { name: 'an empty body', play: (x) => x.spoil('') },
  { name: '{}', play: (x) => x.spoil('{}') },
  { name: 'null', play: (x) => x.spoil('null') },
  { name: '[]', play: (x) => x.spoil('[]') },
  { name: 'a timestamp alone', play: (x) => x.spoil('{"timestamp":1700000000}') },
  {
    name: 'HTML',
    play: (x) => x.spoil('<html>welcome to this hotel</html>', { headers: { 'Content-Type': 'text/html' } }),
  },
  { name: 'JSON cut off', play: (x) => x.spoil(x.body().slice(0, -20)) },
  { name: 'JSON with more after it', play: (x) => x.spoil(`${x.body()}{}`) },
  {
    name: 'a 200 that says it is an error',
    play: (x) => x.spoil('{"error":true,"status":500,"message":"not_available"}'),
  },
  { name: 'another base', on: rated, play: (x) => x.spoil(x.body({ base: '"EUR"' })) },
  { name: 'no base', on: rated, play: (x) => x.spoil(x.body({ base: undefined })) },
  { name: 'no rates', on: rated, play: (x) => x.spoil(x.body({ rates: undefined })) },
  { name: 'rates null', on: rated, play: (x) => x.spoil(x.body({ rates: 'null' })) },
  { name: 'rates an array', on: rated, play: (x) => x.spoil(x.body({ rates: '[1,2]' })) },
  { name: 'every rate null', on: rated, play: (x) => x.spoil(x.body({}, () => '{"EUR":null,"GBP":null}')) },
  { name: 'every rate a string', on: rated, play: (x) => x.spoil(x.body({}, () => '{"EUR":"x","GBP":""}')) },
  { name: 'rates NaN', on: rated, play: (x) => x.spoil(x.body({}, () => '{"EUR":NaN,"USD":1}')) },
  {
    name: 'USD other than 1',
    on: rated,
    play: (x) => x.spoil(x.body({}, (day) => rates(day, 'USD', '1.25'))),
  },
  { name: 'a rate that is a string', on: rated, play: (x) => oneBad(x, '"0.95"') },
  { name: 'a rate that is null', on: rated, play: (x) => oneBad(x, 'null') },
  { name: 'a negative rate', on: rated, play: (x) => oneBad(x, '-1.5') },
  { name: 'a rate past what a number holds', on: rated, play: (x) => oneBad(x, '1e999') },
  {
    name: 'a code that is none',
    on: rated,
    play: (x) => x.bring(x.body({}, (day) => rates(day, 'e\0u', '3'))),
  },
  {
    name: '__proto__ among the codes',
    on: rated,
    play: (x) => x.bring(x.body({}, (day) => rates(day, '__proto__', '{"EUR":3}'))),
  },
  {
    name: 'a rate twice',
    on: rated,
    play: (x) => x.bring(x.body({}, (day) => ratesText(ratesOf(day)).replace('{', '{"EUR":5,'))),
  },
  { name: 'codes in another order', on: rated, play: (x) => x.bring(x.body({}, backwards)) },
  {
    name: 'a series of another month',
    on: series,
    play: (x) => x.spoil(seriesBody(x.days.map((day) => dayAfter(day, 31)))),
  },
  {
    name: 'a series that ends elsewhere',
    on: series,
    play: (x) => x.spoil(x.body({ end_date: '"2001-02-03"' })),
  },
  { name: 'a series with none of the days', on: series, play: (x) => x.spoil(x.body({}, () => undefined)) },
  { name: 'a series that lacks a day', on: series, play: (x) => without(x, undefined) },
  { name: 'a series with a day of no rates', on: series, play: (x) => without(x, '{}') },
  { name: 'a series with a day that is null', on: series, play: (x) => without(x, 'null') },
  {
    name: 'a series with a foreign day',
    on: series,
    play: (x) => x.bring(seriesBody([...x.days, '2022-07-07', 'today'], { end_date: `"${x.days.at(-1)}"` })),
  },
  { name: 'a series where a day is asked for', on: ['historical'], play: (x) => x.spoil(seriesBody(x.days)) },
  { name: 'a day where a series is asked for', on: series, play: (x) => x.spoil(dayBody(x.days[0])) },
  {
    name: 'a timestamp of another day',
    on: ['historical'],
    play: (x) => x.bring(x.body({ timestamp: '1500000000' })),
  },
  {
    name: 'a timestamp past all dates',
    on: ['historical'],
    play: (x) => x.bring(x.body({ timestamp: '8640000000001' })),
  },
  {
    name: 'a timestamp that is a string',
    on: ['historical'],
    play: (x) => x.bring(x.body({ timestamp: '"soon"' })),
  },
  { name: 'a BOM before the JSON', play: (x) => x.spoil(`\ufeff${x.body()}`) },
  { name: 'UTF-16', play: (x) => x.spoil(Buffer.from(`\ufeff${x.body()}`, 'utf16le')) },
  {
    name: '40 levels of arrays beside the rates',
    on: rated,
    play: (x) => x.bring(x.body({ more: nested(40) })),
  },
  {
    name: '100,000 levels of arrays beside the rates',
    play: (x) => x.spoil(`{"more":${nested(100_000)},${x.body().slice(1)}`),
  },
  {
    name: 'a body of 8 MB, most of it words',
    on: rated,
    play: (x) => x.bring(x.body({ disclaimer: `"${'x'.repeat(8 * MB)}"` })),
  },
  { name: 'a day of 8 MB of codes', on: rated, heavy: true, play: hugeDay },
  { name: 'a body of 33 MB', heavy: true, play: (x) => x.spoil(large(), { gzip: false, chunked: false }) },
  { name: 'a body of 33 MB, gzipped', heavy: true, play: (x) => packed(x, gzippedLarge()) },
  { name: 'gzip that is none', play: (x) => packed(x, Buffer.from(x.body())) },
  { name: 'gzip cut off, its length right', play: (x) => packed(x, gzipSync(x.body()).subarray(0, -12)) },
  { name: 'gzip with a wrong checksum', play: (x) => packed(x, flipped(gzipSync(x.body()), -6)) },
  { name: 'gzip with a wrong length inside', play: (x) => packed(x, flipped(gzipSync(x.body()), -2)) },
  { name: 'gzip of nothing', play: (x) => packed(x, gzipSync('')) },
  { name: 'an unasked encoding', play: (x) => packed(x, Buffer.from(x.body()), 'br') },
];

/** One code of one day that is no rate: that code may be left out, the rest is right. */
async function oneBad(x, json) {
  const bad = x.days[x.days.length >> 1];
  x.alsoRight(bad, (rates) => rates.delete('GBP'));
  await x.bring(x.body({}, (day) => (day === bad ? rates(day, 'GBP', json) : ratesText(ratesOf(day)))));
}

async function without(x, json) {
  const missing = x.days[x.days.length >> 1];
  await x.bring(
    x.body({}, (day) => (day === missing ? json : ratesText(ratesOf(day)))),
    { days: x.days.filter((day) => day !== missing) },
  );
}

/** Within the 32 MB that are allowed, and more than anybody expects; whether it is kept is the program's affair. */
async function hugeDay(x) {
  const huge = x.days[0];
  const more = manyCodes();
  x.alsoRight(huge, (rates) => {
    for (const code of more) rates.set(code, '1');
  });
  const codes = more.map((code) => `"${code}":1`).join(',');
  await x.bring(
    x.body({}, (day) => (day === huge ? ratesText(ratesOf(day)).replace('{', `{${codes},`) : ratesText(ratesOf(day)))),
    { days: x.days.slice(1) },
  );
}

const rates = (day, code, json) => ratesText(new Map([...ratesOf(day), [code, json]]));
const backwards = (day) => ratesText([...ratesOf(day)].reverse());
const nested = (levels) => '['.repeat(levels) + ']'.repeat(levels);

const once = (make) => {
  let made;
  return () => {
    made ??= make();
    return made;
  };
};
const manyCodes = once(() =>
  Array.from({ length: 500_000 }, (_, at) => `Z${at.toString(36).toUpperCase().padStart(9, '0')}`),
);
const large = once(() => Buffer.alloc(33 * MB, ' '));
const gzippedLarge = once(() => gzipSync(large()));

const flipped = (bytes, at) => {
  bytes[bytes.length + at] ^= 0xff;
  return bytes;
};

async function packed(x, bytes, encoding = 'gzip') {
  await x.spoil(bytes, { gzip: false, chunked: false, headers: { 'Content-Encoding': encoding } });
}
