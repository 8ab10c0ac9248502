import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import { type Day, eachDay, isWeekend } from '../../src/calendar/day.ts';
import { pass, sending } from './faults.ts';
import { HeldFiles } from './held-files.ts';
import { Machine } from './ratebook.ts';
import { runOn } from './scene.ts';
import { type Fault, startService } from './service.ts';

/** Digits as the bank prints them, by day and code. */
export type BankDays = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface BankRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export const bankFile = '/stats/eurofxref/eurofxref-hist.zip';

/** The European Central Bank on a free port: one file of all days, at `bankFile`. */
export class Bank {
  /** To be given as RATEBOOK_ECB_URL. */
  readonly url: string;
  readonly requests: BankRequest[];
  readonly came: (count: number) => Promise<void>;
  /** Of each answer from now on. */
  fault = pass;
  /** Without tags, only the time of the file tells whether it is another. */
  hasTags = true;
  #zip: Uint8Array = new Uint8Array();
  #versions = 0;

  private constructor(service: Awaited<ReturnType<typeof startService>>, requests: BankRequest[]) {
    this.url = service.url.replace(/\/api$/, '');
    this.requests = requests;
    this.came = service.came;
  }

  static async start(file: BankDays | string): Promise<Bank> {
    const requests: BankRequest[] = [];
    const service = await startService(
      (request, response, pass) => {
        const { method = '', url: path = '', headers } = response.req;
        requests.push({ method, path, headers });
        bank.fault(request, response, pass);
      },
      (request, response) => bank.#answer(request, response),
    );
    const bank: Bank = new Bank(service, requests);
    bank.publish(file);
    return bank;
  }

  /** Another file than before. */
  publish(file: BankDays | string): void {
    this.#zip = zipOf(typeof file === 'string' ? file : csvOf(file));
    this.#versions++;
  }

  get zip(): Uint8Array {
    return this.#zip;
  }

  #answer({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
    if (method !== 'GET' || url !== bankFile) return void response.writeHead(404).end();
    const etag = `"${createHash('sha1').update(this.#zip).digest('hex').slice(0, 16)}"`;
    const changed = Date.UTC(2026, 0, this.#versions);
    if (this.hasTags) response.setHeader('etag', etag);
    response.setHeader('last-modified', new Date(changed).toUTCString());
    const { 'if-none-match': known, 'if-modified-since': since } = headers;
    const isKnown = known === undefined ? Date.parse(since ?? '') >= changed : known === etag;
    if (isKnown) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/zip' }).end(this.#zip);
  }
}

export const startBank = Bank.start;

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

/** A bank, and a machine that knows it and has no key; `run` takes words between blanks, and `~` for its home. */
export async function bankScene(file: BankDays | string) {
  const bank = await startBank(file);
  const machine = new Machine({ RATEBOOK_ECB_URL: bank.url });
  // its folder is no address
  const held = new HeldFiles(machine, 'https://ecb');
  const of = runOn(machine, () => undefined);
  const run: typeof of = (line, options) => of(`${line} --source ecb`, options);
  return { bank, machine, held, run };
}
