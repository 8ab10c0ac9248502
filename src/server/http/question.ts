import {
  correctedEnd,
  countDays,
  type Day,
  eachDay,
  firstDay,
  parseDay,
  startOf,
} from '../../calendar/day.ts';
import { type Code, parseCode } from '../../currencies/code.ts';
import { dayNotAvailable, invalidCode, ServiceError } from './error.ts';

export type Endpoint =
  | 'convert'
  | 'currencies'
  | 'health'
  | 'historical'
  | 'latest'
  | 'time-series'
  | 'usage';

/** Paths are compared as sent, undecoded. */
const routes = [
  /^\/api\/(?<endpoint>currencies|latest|time-series|usage)\.json$/,
  /^\/api\/(?<endpoint>historical)\/(?<date>[\w-]+)\.json$/,
  /^\/api\/(?<endpoint>convert)(?:\.json|\/(?<value>[^/]+)\/(?<from>\w+)\/(?<to>\w+))?$/,
  /^(?:\/api)?\/(?<endpoint>health)$/,
];

export interface Selection {
  readonly base: Code | undefined;
  /** Sorted; undefined for all. */
  readonly symbols: readonly Code[] | undefined;
}

interface DayRange {
  readonly first: Day;
  readonly last: Day;
  readonly days: readonly Day[];
}

/** What a target asks for. Selection and range are read when first needed, so that refusals come in order. */
export class ApiQuestion {
  readonly endpoint: Endpoint | undefined;
  readonly parts: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly pretty: boolean;
  readonly alternative: boolean;
  /** The function of a page that is to be called with the answer. */
  readonly callback: string | undefined;
  /** The same for all who ask for the same, whatever their key. */
  readonly name: string;
  /** Of the path; undefined if it has none that is valid. */
  readonly day: Day | undefined;

  constructor(target: string) {
    const [path = '', ...rest] = target.split('?');

    this.parts = routes.map((route) => route.exec(path)?.groups).find(Boolean) ?? {};
    this.endpoint = this.parts.endpoint as Endpoint | undefined;
    this.day = parseDay(this.parts.date ?? '');
    this.query = new URLSearchParams(rest.join('?'));
    this.pretty = flag(this.query, 'prettyprint', true);
    this.alternative = flag(this.query, 'show_alternative', false);
    this.callback = /^[\w.$]{1,100}$/.exec(this.query.get('callback') ?? '')?.[0];

    const named = new URLSearchParams(this.query);
    named.delete('app_id');
    this.name = `${path}?${named}`;
  }

  /** @throws ServiceError */
  get selection(): Selection {
    return parseSelection(this.query);
  }

  /** @throws ServiceError */
  get range(): DayRange {
    return parseRange(this.query);
  }
}

/** Anything but 1, true, 0 or false counts as not given. */
function flag(query: URLSearchParams, name: string, usual: boolean): boolean {
  const value = query.get(name)?.toLowerCase() ?? '';
  return ['1', 'true'].includes(value) || (usual && !['0', 'false'].includes(value));
}

function parseSelection(query: URLSearchParams): Selection {
  const named = query.get('base');
  const base = named ? parseCode(named) : undefined;
  if (named && !base) throw invalidCode('base', named);

  const codes = (query.get('symbols') ?? '').split(',').filter((text) => text.trim() !== '');
  const symbols = codes.length > 0 ? codes.flatMap((text) => parseCode(text) ?? []).sort() : undefined;
  return { base, symbols };
}

/** @param now milliseconds since 1970 @throws ServiceError */
export function historicalDay({ day }: Pick<ApiQuestion, 'day'>, now: number): Day {
  if (!day)
    throw new ServiceError(
      400,
      'not_available',
      'Invalid date: it must be a valid day in the format `YYYY-MM-DD` - please try a different date.',
    );
  if (day < firstDay || startOf(day) > now) throw dayNotAvailable();
  return day;
}

const mostDays = 31;

/** @throws ServiceError */
function parseRange(query: URLSearchParams): DayRange {
  const first = parseDay(query.get('start') ?? '');
  const end = query.get('end') ?? '';
  const last = parseDay(end) ?? correctedEnd(end);
  if (!first || !last) throw invalidRange('`start` and `end` must be valid days in the format `YYYY-MM-DD`');

  const length = countDays(first, last);
  if (length === 0) throw invalidRange('`end` must not be before `start`');
  if (length > mostDays) throw invalidRange(`one request covers ${mostDays} days at most`);
  return { first, last, days: [...eachDay(first, last)] };
}

const invalidRange = (rule: string) =>
  new ServiceError(400, 'invalid_date_range', `Invalid date range: ${rule}.`);
