import { join } from 'node:path';
import { type Day, parseDay } from '../../calendar/day.ts';
import { storeOf } from '../../config/settings.ts';
import { type ExitCode, exit, Failure, failed } from '../../errors.ts';
import { isObject, jsonText, parseJson } from '../../rates/json.ts';
import type { Run } from '../../run/run.ts';
import { stateOf } from '../../store/places.ts';
import { Remembered } from '../../store/remembered.ts';

const isText = (value: unknown) => typeof value === 'string';
const isTime = (value: unknown) => Number.isFinite(Date.parse(String(value)));
const isDay = (value: unknown) => parseDay(String(value)) !== undefined;

/** How a run ended, and what it knew: null, or fit for this. */
const members: { readonly [K in keyof LastRun]: (value: unknown) => boolean } = {
  at: isTime,
  code: Number.isInteger,
  error: isText,
  success: isTime,
  waitsTo: isDay,
  until: isDay,
  left: Number.isInteger,
  renewal: isDay,
  told: isDay,
};

export interface LastRun {
  at: string;
  code: number;
  error: string | null;
  /** When a run last succeeded. */
  success: string | null;
  /** The newest day that was left to a later run. */
  waitsTo: Day | null;
  /** The day of the quota for which those days wait; without it, they wait for the next run. */
  until: Day | null;
  /** Requests, as last heard. */
  left: number | null;
  /** The day of the next quota. */
  renewal: Day | null;
  /** The same, once the user has been told that this quota is used up. */
  told: Day | null;
}

const none: Learned = { success: null, waitsTo: null, until: null, left: null, renewal: null, told: null };

export function parseLastRun(text: string): LastRun | undefined {
  const json = parseJson(text);
  if (!isObject(json) || json.at === null || json.code === null) return undefined;
  const isWhole = Object.entries(members).every(([name, fits]) => json[name] === null || fits(json[name]));
  return isWhole ? (json as unknown as LastRun) : undefined;
}

/** What a run learns for the next one, and for whoever asks how the archive is. */
export type Learned = Omit<LastRun, 'at' | 'code' | 'error'>;

export type Memory = ReturnType<typeof memoryOf>;

export function memoryOf({ settings, places, host, source }: Run, alternative: boolean) {
  const folder = join(stateOf(storeOf(settings.store.value, host), places.state), 'archive', source.folder);
  const pathOf = (name: string) => join(folder, alternative ? `${name}-alternative` : name);
  return {
    start: new Remembered(pathOf('since'), parseDay),
    lastRun: new Remembered(pathOf('last-run'), parseLastRun),
  };
}

export const hasFailed = ({ code }: Pick<LastRun, 'code'>) => code !== exit.ok && code !== exit.partial;

/** Remembers how the run ends, however it does; it does not fail because this cannot be written. */
export async function remembering(
  { lastRun }: Memory,
  { host, reporter }: Run,
  work: (learned: Learned) => Promise<ExitCode>,
): Promise<ExitCode> {
  const learned = { ...none, ...lastRun.read() };
  const remember = (code: ExitCode, error: string | null) => {
    const at = new Date(host.now()).toISOString().replace(/\.\d+/, '');
    const success = hasFailed({ code }) ? learned.success : at;
    return lastRun.remember(jsonText({ ...learned, at, code, error: error && reporter.fit(error), success }, false));
  };
  try {
    const code = await work(learned);
    const error = code === exit.failed ? 'days that came could not be stored' : null;
    await remember(code, error).catch(({ message }) => reporter.problem(message));
    return code;
  } catch (error) {
    const { exitCode, message } = error instanceof Failure ? error : failed(`internal error: ${error}`);
    await remember(exitCode, message).catch(() => {});
    throw error;
  }
}
