import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import { type Day, eachDay, isWeekend } from '../../src/calendar/day.ts';
import { pass, sending } from './faults.ts';
import { Machine } from './ratebook.ts';
import { runOn } from './scene.ts';
import { type Fault, startService } from './service.ts';
import { StoredFiles } from './stored-files.ts';

/** Digits as the bank prints them, by day and code. */
export type BankDays = Readonly<Record<string, Readonly<Record<string, string>>>>;
const bankFile = '/stats/eurofxref/eurofxref-hist.zip';

/** The European Central Bank on a free port: one file of all days, at `bankFile`. */
export async function startBank(file: BankDays | string) {
  let versions = 0;
  const bank = {
    /** Of each answer from now on. */
    fault: pass,
    /** Without tags, only the time of the file tells whether it is another. */
    hasTags: true,
    requests: [] as IncomingMessage[],
    zip: new Uint8Array() as Uint8Array,
    /** Another file than before. */
    publish(file: BankDays | string): void {
      bank.zip = zipOf(typeof file === 'string' ? file : csvOf(file));
      versions++;
    },
  };
  bank.publish(file);

  const service = await startService(
    (request, response, pass) => {
      bank.requests.push(response.req);
      bank.fault(request, response, pass);
    },
    ({ method, url, headers }, response) => {
      if (method !== 'GET' || url !== bankFile) return void response.writeHead(404).end();
      const etag = `"${createHash('sha1').update(bank.zip).digest('hex').slice(0, 16)}"`;
      const changed = Date.UTC(2026, 0, versions);
      if (bank.hasTags) response.setHeader('etag', etag);
      response.setHeader('last-modified', new Date(changed).toUTCString());
      const { 'if-none-match': known, 'if-modified-since': since } = headers;
      const isKnown = known === undefined ? Date.parse(since ?? '') >= changed : known === etag;
      if (isKnown) response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': 'application/zip' }).end(bank.zip);
    },
  );
  return Object.assign(bank, { url: new URL(service.url).origin, came: service.came });
}

/** Newest day first; a code that a day lacks is `N/A`, and a comma ends each line. */
export function csvOf(days: BankDays): string {
  const codes = [...new Set(Object.values(days).flatMap((rates) => Object.keys(rates)))];
  const lines = Object.entries(days)
    .sort(([day], [other]) => (day < other ? 1 : -1))
    .map(([day, rates]) => [day, ...codes.map((code) => rates[code] ?? 'N/A')]);
  return [['Date', ...codes], ...lines].map((cells) => `${cells.join()},\n`).join('');
}

export const zipOf = (csv: string): Uint8Array =>
  zipSync({ 'eurofxref-hist.csv': strToU8(csv) }, { mtime: '2026-01-01' });

/** Monday to Friday, each with rates of its own. */
export function weekdaysOf(first: string, last: string): BankDays {
  const days = [...eachDay(first as Day, last as Day)].filter((day) => !isWeekend(day));
  return Object.fromEntries(days.map((day) => [day, ratesOn(day)]));
}

/** What `weekdaysOf` has of a day: each has its month and day in it. */
export function ratesOn(day: string) {
  const digits = day.slice(5).replace('-', '');
  return { USD: `1.${digits}7`, JPY: `160.${digits}5`, GBP: `0.8${digits}3` };
}

/** A file, or what is none, in the place of the bank's. */
export const instead = (body: Uint8Array | string, headers: Record<string, string | number> = {}): Fault =>
  sending(body, { 'content-type': 'application/zip', 'content-length': body.length, ...headers });

export async function bankScene(file: BankDays | string) {
  const bank = await startBank(file);
  return { bank, ...sceneOf('ecb', bank.url) };
}

/** A machine whose source is the bank at that address, without a key. */
export function sceneOf(source: 'ecb' | 'bdi' | 'nbp', url: string) {
  const machine = new Machine({
    [`RATEBOOK_${source.toUpperCase()}_URL`]: new URL(url).origin,
    RATEBOOK_SOURCE: source,
  });
  // its folder is no address
  const stored = new StoredFiles(machine, `https://${source}`);
  return { machine, stored, run: runOn(machine, () => undefined) };
}
