import { createRequire } from 'node:module';
import { Failure } from '../../src/errors.ts';
import { type Answered, ask } from '../server/http/ask.ts';
import { atEnd } from './at-end.ts';
import { pass } from './faults.ts';
import { runHere } from './here.ts';
import { turns } from './latch.ts';
import { finished, type Machine, type Options, type Result, said } from './ratebook.ts';
import { type OptionsOf, type Scene, scene } from './scene.ts';
import type { Fault } from './service.ts';

const { install, passFiveSeconds } = createRequire(import.meta.url)('./endless.cjs');

/** Of those that this process runs. */
let restoreClock: (() => undefined) | undefined;

/** A running `ratebook serve`; its time limits end only by `later`. */
export class Serving {
  private constructor(
    readonly url: string,
    readonly ended: Promise<Result>,
    private readonly printed: readonly string[],
    private readonly kill: (signal: NodeJS.Signals) => void,
    readonly later: () => void,
    readonly pid = process.pid,
  ) {}

  /** The built program. */
  static async start(machine: Machine, args: readonly string[] = [], options: Options = {}) {
    const child = machine.start(['serve', '--port', '0', ...args], { endless: true, ...options });
    const printed: string[] = [];
    child.stderr.on('data', (text) => printed.push(text));
    const ended = finished(child);
    const url = (await said(child, 'stdout', '/api\n')).trim();
    const kill = (signal: NodeJS.Signals) => child.kill(signal);
    return new Serving(url, ended, printed, kill, () => child.kill('SIGUSR2'), child.pid);
  }

  /** The same by this process, for what matters for its answers and its log. */
  static async here(machine: Machine, args: readonly string[] = [], { env = {}, now }: Options = {}) {
    restoreClock ??= install() as () => undefined;
    const interrupting = new AbortController();
    const printed: string[] = [];
    let time = now && Date.parse(now);
    const host = { signal: interrupting.signal, now: () => time || Date.now() };
    let ended = Promise.resolve({} as Result);
    const url = await new Promise<string>((resolve, reject) => {
      const print = (text: string) => (text.endsWith('/api\n') ? resolve(text.trim()) : printed.push(text));
      ended = runHere(machine, ['serve', '--port', '0', ...args], { env, host, print });
      ended.then(({ stderr }) => reject(new Error(stderr)), reject);
    });
    const kill = () => interrupting.abort(new Failure('interrupted', 'interrupted'));
    const later = () => {
      if (time) time += 5_000;
      passFiveSeconds();
    };
    atEnd(async () => {
      restoreClock = restoreClock?.();
      kill();
      await turns();
      later();
      await ended;
    });
    return new Serving(url, ended, printed, kill, later);
  }

  get(target: string, headers: Record<string, string> = {}): Promise<Answered> {
    return ask(this.url, `${target}${target.includes('?') ? '&' : '?'}app_id=a-client`, { headers });
  }

  day(day: string): Promise<Answered> {
    return this.get(`/historical/${day}.json`);
  }

  days(start: string, end: string): Promise<Answered> {
    return this.get(`/time-series.json?start=${start}&end=${end}&symbols=EUR`);
  }

  async spent(): Promise<number> {
    return (await this.get('/usage.json')).json.data.usage.requests;
  }

  log(): string[] {
    return this.printed.join('').split('\n').slice(0, -1);
  }

  /** Until its log has a later time than this. */
  async laterThan(time: string): Promise<void> {
    while (!this.log().some((line) => line.startsWith(time.slice(0, 4)) && line > time)) {
      this.later();
      await this.spent();
    }
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Result> {
    this.kill(signal);
    return this.ended;
  }

  /** Resolves when it refuses new connections. */
  async closed(): Promise<void> {
    while (await this.get('/currencies.json').catch(({ code }) => code !== 'ECONNREFUSED'));
  }
}

interface GivenServing extends OptionsOf {
  /** Options, in a line. */
  readonly args?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A scene in which `ratebook serve` runs, by the scene's clock: as the built program, or by this process. */
export async function servingScene(
  fault: Fault = pass,
  { args, env = {}, ...given }: GivenServing = {},
  start: typeof Serving.here = Serving.here,
): Promise<Scene & { readonly serving: Serving }> {
  const around = await scene(fault, given);
  const clock = given.now === undefined ? {} : { now: given.now };
  const serving = await start(around.machine, args?.split(' '), { env, ...clock });
  return { ...around, serving };
}
