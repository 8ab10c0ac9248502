import { demoService } from '../../src/server/http/demo.ts';
import { createHandler } from '../../src/server/http/handler.ts';
import { pass } from './faults.ts';
import { runHere } from './here.ts';
import { appId, Machine, type Options, type Result } from './ratebook.ts';
import { type Fault, startService } from './service.ts';
import { StoredFiles } from './stored-files.ts';

export interface OptionsOf {
  /** What it begins with is the plan. */
  readonly key?: string;
  readonly usage?: Fault;
  /** By the clock of the service, and that of the program unless a run has its own. */
  readonly now?: string;
}

/** Words, or a line of them with blanks between and `~` for the home. */
type Line = string | readonly string[];
export type Run = (line: Line, options?: Pick<Options, 'env' | 'now' | 'stdin'>) => Promise<Result>;
export type Scene = Awaited<ReturnType<typeof scene>>;

/** The demonstration service, and a machine with a key for it. */
export async function scene(fault: Fault = pass, { key = appId, usage, now }: OptionsOf = {}) {
  let time = now;
  let current = fault;
  const clock = () => (time === undefined ? Date.now() : Date.parse(time));
  const demo = demoService(clock);
  const handler = createHandler(demo);
  const service = await startService((...given) => current(...given), handler, usage);
  const machine = Machine.for(service.url, key);

  return {
    service,
    machine,
    stored: new StoredFiles(machine, service.url),
    run: runOn(machine, () => time),
    built: (line: Line, options?: Options) => machine.run(wordsOf(line, machine), { ...atTime(time), ...options }),
    /** Requests that are left, of a plan with a quota. */
    left: () => (demo.accountOf(key).plan.quota ?? 0) - demo.accountOf(key).requests,
    /** The key is used elsewhere. */
    spend: (requests: number) => demo.accountOf(key).charge(requests),
    at: (later: string) => {
      time = later;
    },
    /** What each answer is from now on. */
    change: (other: Fault) => {
      current = other;
    },
  };
}

/** @param now undefined: the real time */
export function runOn(machine: Machine, now: () => string | undefined): Run {
  return (line, options) => runHere(machine, wordsOf(line, machine), { ...atTime(now()), ...options });
}

const atTime = (now: string | undefined) => (now === undefined ? {} : { now });

function wordsOf(line: Line, { home }: Machine): readonly string[] {
  return typeof line === 'string' ? line.split(' ').map((word) => word.replace(/^~/, () => home)) : line;
}
