import { type Day, eachDay } from '../../src/calendar/day.ts';
import { demoService } from '../../src/server/http/demo.ts';
import { createHandler } from '../../src/server/http/handler.ts';
import { lacking, pass, refusing } from './faults.ts';
import { nobody } from './ratebook.ts';
import { dayBody, type Fault, reply, type SeenRequest, seriesBody, startService } from './service.ts';

/** The service on a stage: the demonstration, until it is told what else to do. */
export class StageService {
  url = nobody;
  close = async () => {};
  asked: string[] = [];
  /** What its answers say of the time, if it is another than the stage's. */
  served: string | undefined;
  #fault: Fault = pass;
  #usage: Fault | undefined;

  readonly #demo;

  constructor(private readonly now: () => number) {
    this.#demo = demoService(this.#time);
  }

  readonly #time = () => (this.served ? Date.parse(this.served) : this.now());

  /** What answers say of the time. */
  date(): string {
    return new Date(this.#time()).toUTCString();
  }

  async open(): Promise<void> {
    const fault: Fault = (request, response, pass) => {
      this.asked.push(askedBy(request));
      const answer = (request.path === '/usage.json' && this.#usage) || this.#fault;
      answer(request, response, pass);
    };
    const handler = createHandler(this.#demo);
    const service = await startService(fault, handler, fault);
    this.url = service.url;
    this.close = service.close;
  }

  /** From now on, as `gives EUR 0.9` says it. */
  act(words: readonly string[]): void {
    this.#fault = this.#faultOf(words);
  }

  /** The key is used elsewhere. */
  spend(key: string, requests: number): void {
    this.#demo.accountOf(key).charge(requests);
  }

  answerUsage(body: string): void {
    this.#usage = this.#answering(body);
  }

  #faultOf([what = '', ...words]: readonly string[]): Fault {
    const [word = '', ...rest] = words;
    if (what === 'first' || what === 'after') {
      const fault = this.#faultOf(rest);
      let left = Number(word);
      return (...asked) => (left-- > 0 === (what === 'first') ? fault(...asked) : pass(...asked));
    }
    const faults: Readonly<Record<string, Fault>> = {
      demonstrates: pass,
      gives: giving(words),
      lacks: lacking(...words),
      answers: this.#answering(words.join(' ')),
      refuses: refusing(Number(word), rest[0] ?? '', rest.slice(1).join(' ')),
    };
    return faults[what] ?? unknown(what);
  }

  #answering(body: string): Fault {
    return (_, response) => {
      reply(response, 200, body, { date: this.date() });
    };
  }
}

function unknown(what: string): never {
  throw new Error(`the service cannot "${what}"`);
}

/** Every day; `base EUR` before the rates is their base. */
function giving(words: readonly string[]): Fault {
  const { base = 'USD', ...rates } = pairs(words);
  return ({ query: { start, end }, path }, response) => {
    if (!start) return reply(response, 200, dayBody(ratesOn(path.slice(12, 22), rates), base));
    const days = daysOf(`${start}..${end}`).map((day) => [day, ratesOn(day, rates)]);
    reply(response, 200, seriesBody(Object.fromEntries(days), base));
  };
}

/** `2024-01-17`, `2024-01-01..2024-01-31` or `latest`, with what else is asked for. */
function askedBy({ path, query: { app_id, start, end, ...more } }: SeenRequest): string {
  const name = start ? `${start}..${end}` : path.replace(/^\/(?:historical\/)?(.*)\.json$/, '$1');
  // which it always gives
  const asked = Object.entries(more).filter(([key, value]) => `${key}=${value}` !== 'prettyprint=0');
  return [name, ...asked.map(([key, value]) => `${key}=${value}`)].join(' ');
}

/** Of `EUR 0.9 GBP 0.8`. */
export const pairs = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])));

/** Of `2024-01-17` or `2024-01-01..2024-01-31`. */
export function daysOf(range: string): Day[] {
  const [first = '', last = first] = range.split('..');
  return [...eachDay(first as Day, last as Day)];
}

/** `DD` in a rate is the day of the month. */
export const ratesOn = (day: string, rates: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, Number(rate.replace('DD', day.slice(8)))]));
