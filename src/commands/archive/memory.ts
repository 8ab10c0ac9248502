import { join } from 'node:path';
import { type Day, parseDay } from '../../calendar/day.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { jsonText } from '../../json.ts';
import type { Run } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { stateOf } from '../../store/places.ts';
import { Remembered } from '../../store/remembered.ts';
import { hasFailed, type LastRun, parseLastRun } from './last-run.ts';

/** What an archive remembers from run to run. */
export interface Memory {
  /** Its first day. */
  readonly start: Remembered<Day>;
  readonly lastRun: Remembered<LastRun>;
}

export function memoryOf(run: Run): Memory {
  const { places, source, alternative } = run;
  const folder = join(stateOf(storeFolder(run), places.state), 'archive', source.folder);
  const pathOf = (name: string) => join(folder, alternative ? `${name}-alternative` : name);

  return {
    start: new Remembered(pathOf('since'), parseDay),
    lastRun: new Remembered(pathOf('last-run'), parseLastRun),
  };
}

export const unkept = 'days that came could not be stored';

/** Remembers how the run ends, however it does. That this cannot be written is no reason to fail. */
export async function remembering<Ended extends { readonly code: ExitCode }>(
  { lastRun }: Memory,
  { host, reporter }: Run,
  work: (learned: LastRun) => Promise<Ended>,
): Promise<Ended> {
  const learned: LastRun = lastRun.read() ?? { at: '', code: exit.ok, error: null, success: null };

  function remember(code: ExitCode, message: string | null): Promise<void> {
    const at = new Date(host.now()).toISOString().replace(/\.\d+/, '');
    const error = message && reporter.fit(message);
    const success = hasFailed({ code }) ? learned.success : at;
    return lastRun.remember(jsonText({ ...learned, at, code, error, success }));
  }

  try {
    const ended = await work(learned);
    const { code } = ended;
    const error = code === exit.failed ? unkept : null;
    await remember(code, error).catch(({ message }) => reporter.problem(message));
    return ended;
  } catch (error) {
    if (error instanceof Failure && error.code === 'bad_clock') throw error;
    const { exitCode, message } =
      error instanceof Failure ? error : new Failure('internal_error', `internal error: ${error}`);
    await remember(exitCode, message).catch(() => {});
    throw error;
  }
}
