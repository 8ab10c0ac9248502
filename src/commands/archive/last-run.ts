import { type Day, parseDay } from '../../calendar/day.ts';
import { exit } from '../../errors.ts';
import { isObject, parseJson } from '../../json.ts';

/** How the last run ended, and what it knew for the next one, and for whoever asks how the archive is. */
export interface LastRun {
  readonly at: string;
  readonly code: number;
  readonly error: string | null;
  readonly success: string | null;
  /** The day of the quota that days wait for; undefined: they wait for the next run. */
  until?: Day | undefined;
  /** Requests, as last heard, and the day of the next quota. */
  left?: number | undefined;
  renewal?: Day | undefined;
  /** The day of the next quota, once the user has been told that this one is used up. */
  told?: Day | undefined;
}

type Check = (value: unknown) => boolean;

const isText = (value: unknown) => typeof value === 'string';

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const isTime = (value: unknown) =>
  typeof value === 'string' && timePattern.test(value) && Number.isFinite(Date.parse(value));

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const isDay = (value: unknown) => typeof value === 'string' && parseDay(value) !== undefined;

const orNull =
  (isRight: Check): Check =>
  (value) =>
    value === null || isRight(value);

const orNone =
  (isRight: Check): Check =>
  (value) =>
    value === undefined || isRight(value);

const members: { readonly [K in keyof LastRun]-?: Check } = {
  at: isTime,
  code: (value) => Object.values<unknown>(exit).includes(value),
  error: orNull(isText),
  success: orNull(isTime),
  until: orNone(isDay),
  left: orNone(isCount),
  renewal: orNone(isDay),
  told: orNone(isDay),
};

/** Undefined unless each member is as it is written. */
export function parseLastRun(text: string): LastRun | undefined {
  const json = parseJson(text);
  if (!isObject(json)) return undefined;

  const isWhole = Object.entries(members).every(([name, isRight]) => isRight(json[name]));
  return isWhole ? (json as unknown as LastRun) : undefined;
}

export const hasFailed = ({ code }: Pick<LastRun, 'code'>) => code !== exit.ok && code !== exit.partial;
