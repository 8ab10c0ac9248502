import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byMonth, dayAfter, dayAt, daysFrom, daysOfYear, lastFinishedDay } from './days.mjs';

/** What lies at the place of the output before the first run. */
export const oldOutput = 'kept from before\n';

const usage = { name: 'usage', endpoint: 'usage', has: (x) => x.endpoint === 'usage' };
const monthUnit = (days) => ({
  name: days[0].slice(0, 7),
  endpoint: 'time-series',
  has: (x) => x.days[0]?.slice(0, 7) === days[0].slice(0, 7),
});
const dayUnit = (day) => ({
  name: day,
  endpoint: 'historical',
  has: (x) => x.endpoint === 'historical' && x.days[0] === day,
});

/**
 * Commands, with their days, what they ask one by one (`units`, so that a fault can be aimed at one, whenever it comes),
 * and how to read what they wrote: day -> [[code, decimal]].
 */
export const scenarios = [
  {
    name: 'year',
    timeSeries: true,
    days: () => daysOfYear(2023),
    units: () => [usage, ...byMonth(daysOfYear(2023)).map(monthUnit)],
    args: (folder) => ['series', '2023', '-o', join(folder, 'rates.csv')],
    file: 'rates.csv',
    read: readCsv,
  },
  {
    name: 'free plan',
    timeSeries: false,
    days: () => daysFrom('2023-02-23', '2023-03-04'),
    units: () => [
      { name: 'series', endpoint: 'time-series', has: (x) => x.endpoint === 'time-series' },
      ...daysFrom('2023-02-23', '2023-03-04').map(dayUnit),
    ],
    args: (folder) => ['series', '2023-02-23', '2023-03-04', '-o', join(folder, 'rates.csv')],
    file: 'rates.csv',
    read: readCsv,
  },
  {
    name: 'days',
    timeSeries: true,
    days: () => fewDays,
    units: () => fewDays.map(dayUnit),
    args: () => ['historical', ...fewDays, '-f', 'json'],
    read: readJson,
  },
  {
    name: 'archive',
    timeSeries: true,
    mostCost: 100,
    days: () => daysFrom(archiveStart(), lastFinishedDay()),
    // forty days are of two months at least; the newest is asked first
    units: () => [usage, ...byMonth(daysFrom(archiveStart(), lastFinishedDay())).map(monthUnit).slice(-2)],
    args: (folder) => ['archive', '--since', archiveStart(), '--to', folder],
    folder: true,
    read: readFolder,
  },
];

const fewDays = ['2023-05-06', '2023-05-08', '2023-06-01'];
const archiveStart = () => dayAfter(dayAt(Date.now()), -40);

function readCsv(text) {
  const [header, ...lines] = text.split('\n');
  if (header !== 'date,base,quote,rate') throw new Error(`begins with ${header.slice(0, 60)}`);
  if (lines.pop() !== '') throw new Error('ends within a line');
  const days = new Map();
  for (const line of lines) {
    const [day, base, code, rate, ...more] = line.split(',');
    if (base !== 'USD' || !rate || more.length > 0) throw new Error(`has the line ${line.slice(0, 60)}`);
    if (!days.has(day)) days.set(day, []);
    days.get(day).push([code, rate]);
  }
  const order = [...days.keys()];
  if (order.join() !== order.toSorted().join()) throw new Error('its days are out of order');
  return days;
}

function readJson(text) {
  if (text === '') return new Map();
  const json = JSON.parse(text);
  return new Map([json].flat().map(({ date, rates }) => [date, Object.entries(rates)]));
}

/** A file a day. */
function readFolder(_, folder) {
  const days = new Map();
  for (const file of readdirSync(folder).toSorted()) {
    if (!/^\d{4}-\d\d-\d\d\.csv$/.test(file)) continue;
    const read = readCsv(readFileSync(join(folder, file), 'utf8'));
    if ([...read.keys()].join() !== file.slice(0, 10)) throw new Error(`${file} has days ${[...read.keys()]}`);
    for (const [day, rates] of read) days.set(day, rates);
  }
  return days;
}
