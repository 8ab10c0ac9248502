import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotClaim, holding, holdingAny } from '../../disk/claims.ts';
import { Remembered } from '../../store/remembered.ts';
import { isTooLong } from './waits.ts';

interface PaceOptions {
  /** Where the processes meet; undefined: this one goes by itself. */
  readonly folder: string | undefined;
  /** Requests under way at once. */
  readonly atOnce: number;
  /** Milliseconds from the start of one request to that of the next. */
  readonly apart: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** @param sent called once the request is on its way, which is when it has started */
type Ask<T> = (sent: () => void) => Promise<T>;

/** Lets requests of all processes pass, so many at once and each so long after the one before. */
export class Pace {
  readonly #slots: readonly string[];
  /** Of all processes: when the last request started, and until when the source wants none. */
  readonly #shared: { readonly last: Remembered<number>; readonly pause: Remembered<number> } | undefined;
  /** Those of this process count alone where nothing can be shared. */
  #last = 0;
  #pausedUntil = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: PaceOptions) {
    const { folder, atOnce } = options;
    this.#slots = Array.from({ length: atOnce }, (_, at) => `slot-${at + 1}`);
    const timeOf = (path: string, name: string) => new Remembered(join(path, name), timeIn);
    if (folder !== undefined)
      this.#shared = { last: timeOf(folder, 'last'), pause: timeOf(folder, 'paused-until') };
  }

  /** So long no further request is sent, by any process. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.ceil(this.options.now() + milliseconds);
    this.#shared?.pause.remember(`${this.#pausedUntil}`, 'later').catch(() => {});
  }

  /** @throws what the request does, or the signal's reason */
  async pass<T>(signal: AbortSignal, ask: Ask<T>): Promise<T> {
    const { folder } = this.options;
    const send = () => this.#send(signal, ask);
    if (folder === undefined) return this.#inTurn(send).then((answer) => answer());

    const sendAlone = () => holding(folder, 'start', signal, send);
    const passTogether = async () => (await this.#inTurn(sendAlone))();
    return holdingAny(folder, this.#slots, signal, passTogether).catch((error) => {
      if (!(error instanceof CannotClaim)) throw error;
      return this.#inTurn(send).then((answer) => answer());
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Resolves once the request is on its way, or has failed, with what waits for the answer. */
  async #send<T>(signal: AbortSignal, ask: Ask<T>): Promise<() => Promise<T>> {
    const { now, wait = waiting } = this.options;
    let pausedUntil: number;
    do {
      pausedUntil = this.#pauseNow;
      await wait(this.#untilStart(now(), pausedUntil), signal);
      // the source may have asked for another pause meanwhile
    } while (pausedUntil !== this.#pauseNow);

    const answer = await new Promise<() => Promise<T>>((resolve) => {
      const coming: Promise<T> = ask(() => resolve(() => coming));
      const over = () => resolve(() => coming);
      coming.then(over, over);
    });

    this.#last = now();
    await this.#shared?.last.remember(`${this.#last}`, 'later').catch(() => {});
    return answer;
  }

  get #pauseNow(): number {
    return Math.max(this.#pausedUntil, this.#shared?.pause.read() ?? 0);
  }

  #untilStart(now: number, pausedUntil: number): number {
    const last = Math.max(this.#last, this.#shared?.last.read() ?? 0);
    const pause = pausedUntil - now;
    // so long a pause is none: the clock was set back
    return Math.max(untilStart(last, now, this.options.apart), isTooLong(pause) ? 0 : pause);
  }
}

/** Milliseconds to wait after a start at `last`. A clock that was set back makes none wait longer. */
export function untilStart(last: number, now: number, apart: number): number {
  return Math.min(apart, Math.max(0, last + apart - now));
}

const timeIn = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

const waiting = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
