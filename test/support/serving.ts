import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { type Answered, ask } from '../server/http/ask.ts';
import { pass } from './faults.ts';
import { finished, fiveSecondsLater, type Machine, type Options, type Result, said } from './ratebook.ts';
import { type OptionsOf, type Scene, scene } from './scene.ts';
import type { Fault } from './service.ts';

/** A running `ratebook serve`; its time limits end only by `later`. */
export class Serving {
  #log = '';

  private constructor(
    readonly child: ChildProcessWithoutNullStreams,
    readonly url: string,
    readonly ended: Promise<Result>,
  ) {
    child.stderr.on('data', (text) => {
      this.#log += text;
    });
  }

  static async start(machine: Machine, args: readonly string[] = [], options: Options = {}) {
    const child = machine.start(['serve', '--port', '0', ...args], { endless: true, ...options });
    const ended = finished(child);
    const url = (await said(child, 'stdout', '/api\n')).trim();
    return new Serving(child, url, ended);
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
    return this.#log.split('\n').slice(0, -1);
  }

  later(): void {
    fiveSecondsLater(this.child);
  }

  /** Until its log has a later time than this. */
  async laterThan(time: string): Promise<void> {
    while (!this.log().some((line) => line.startsWith(time.slice(0, 4)) && line > time)) {
      this.later();
      await this.spent();
    }
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Result> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Resolves when it refuses new connections. */
  async closed(): Promise<void> {
    while (
      await this.get('/currencies.json').then(
        () => true,
        ({ code }) => code !== 'ECONNREFUSED',
      )
    );
  }
}

interface GivenServing extends OptionsOf {
  /** Options, in a line. */
  readonly args?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A scene in which `ratebook serve` runs, by the scene's clock. */
export async function servingScene(
  fault: Fault = pass,
  { args, env = {}, ...given }: GivenServing = {},
): Promise<Scene & { readonly serving: Serving }> {
  const around = await scene(fault, given);
  const clock = given.now === undefined ? {} : { now: given.now };
  const serving = await Serving.start(around.machine, args?.split(' '), { env, ...clock });
  return { ...around, serving };
}
