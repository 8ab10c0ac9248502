import { join } from 'node:path';
import { type Day, parseDay } from '../../calendar/day.ts';
import { type ExitCode, exit, Failure, failed } from '../../errors.ts';
import { isObject, parseJson } from '../../rates/json.ts';
import { jsonText } from '../../rates/json-text.ts';
import type { Run } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { stateOf } from '../../store/places.ts';
import { Remembered } from '../../store/remembered.ts';

/** How the last run ended, and what it knew for the next one, and for whoever asks how the archive is. */
export interface LastRun {
  readonly at: string;
  readonly code: number;
  readonly error: string | null;
  readonly success: string | null;
  /** The newest day that was left to a later run: for the quota that begins on `until`, or else for any. */
  waitsTo?: Day | undefined;
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
  waitsTo: orNone(isDay),
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

export type Memory = ReturnType<typeof memoryOf>;

export function memoryOf(run: Run) {
  const { places, source, alternative } = run;
  const folder = join(stateOf(storeFolder(run), places.state), 'archive', source.folder);
  const pathOf = (name: string) => join(folder, alternative ? `${name}-alternative` : name);
  return {
    start: new Remembered(pathOf('since'), parseDay),
    lastRun: new Remembered(pathOf('last-run'), parseLastRun),
  };
}

export const hasFailed = ({ code }: Pick<LastRun, 'code'>) => code !== exit.ok && code !== exit.partial;

/** Remembers how the run ends, however it does; it does not fail because this cannot be written. */
export async function remembering<Ended extends { readonly code: ExitCode }>(
  { lastRun }: Memory,
  { host, reporter }: Run,
  work: (learned: LastRun) => Promise<Ended>,
): Promise<Ended> {
  const learned: LastRun = lastRun.read() ?? { at: '', code: exit.ok, error: null, success: null };
  const remember = (code: ExitCode, error: string | null) => {
    const at = new Date(host.now()).toISOString().replace(/\.\d+/, '');
    const success = hasFailed({ code }) ? learned.success : at;
    return lastRun.remember(jsonText({ ...learned, at, code, error: error && reporter.fit(error), success }));
  };
  try {
    const ended = await work(learned);
    const { code } = ended;
    const error = code === exit.failed ? 'days that came could not be stored' : null;
    await remember(code, error).catch(({ message }) => reporter.problem(message));
    return ended;
  } catch (error) {
    const { exitCode, message } = error instanceof Failure ? error : failed(`internal error: ${error}`);
    await remember(exitCode, message).catch(() => {});
    throw error;
  }
}
