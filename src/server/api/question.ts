import { notFound } from './error.ts';
import { flag, parseRange, parseSelection, type Range, type Selection } from './parameters.ts';

type Route =
  | { readonly endpoint: 'currencies' | 'latest' | 'time-series' | 'usage' }
  | { readonly endpoint: 'historical'; readonly date: string };

const fixed: ReadonlyMap<string, Route> = new Map(
  (['currencies', 'latest', 'time-series', 'usage'] as const).map((endpoint) => [
    `/api/${endpoint}.json`,
    { endpoint },
  ]),
);

/** What a target asks for. Its parts are read when they are first needed, so that refusals come in their order. */
export class Question {
  readonly route: Route;
  readonly query: URLSearchParams;
  /** For the readable form of a body. */
  readonly pretty: boolean;
  /** The same for all who ask for the same, whatever their key. */
  readonly name: string;
  #selection: Selection | undefined;
  #range: Range | undefined;

  /** @throws ServiceError if there is no such route */
  constructor(target: string) {
    const { route, path, query } = parseTarget(target);
    const named = new URLSearchParams(query);
    named.delete('app_id');
    this.route = route;
    this.query = query;
    this.pretty = flag(query, 'prettyprint') ?? true;
    this.name = `${path}?${named}`;
  }

  /** @throws ServiceError */
  get selection(): Selection {
    this.#selection ??= parseSelection(this.query);
    return this.#selection;
  }

  /** @throws ServiceError */
  get range(): Range {
    this.#range ??= parseRange(this.query);
    return this.#range;
  }
}

/** Compares the path as sent, undecoded, so that each endpoint has one spelling only. @throws ServiceError */
function parseTarget(target: string): { route: Route; path: string; query: URLSearchParams } {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const route = fixed.get(path) ?? historicalRoute(path);
  if (!route) throw notFound();
  return { route, path, query: new URLSearchParams(at < 0 ? '' : target.slice(at + 1)) };
}

function historicalRoute(path: string): Route | undefined {
  const date = /^\/api\/historical\/([\w-]+)\.json$/.exec(path)?.[1];
  return date === undefined ? undefined : { endpoint: 'historical', date };
}

/** Questions in memory. */
const most = 1_000;
/** A longer target is no client's everyday question. */
const longest = 250;

/** Clients ask the same again and again: their questions are read once. */
export class Questions {
  readonly #read = new Map<string, Question>();

  /** @throws ServiceError */
  get(target: string): Question {
    const known = this.#read.get(target);
    if (known) return known;
    const question = new Question(target);
    if (this.#read.size >= most) this.#read.clear();
    if (target.length <= longest) this.#read.set(target, question);
    return question;
  }
}
