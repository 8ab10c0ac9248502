import type { IncomingHttpHeaders } from 'node:http';
import { tooLarge } from './no-answer.ts';
import type { Dispatcher } from './undici.ts';

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** 203 is the answer of proxies that transform; 201 and 226 of servers that are careless with numbers. */
const successes: ReadonlySet<number> = new Set([200, 201, 203, 226]);

/** Whether the response has been charged. */
export function isAnswer({ status }: Pick<Response, 'status'>): boolean {
  return successes.has(status);
}

/** The response's `Date`, in milliseconds since 1970. */
export function servedAt({ headers }: Response): number | undefined {
  const served = Date.parse(headers.date?.toString() ?? '');
  return Number.isNaN(served) ? undefined : served;
}

/** The time at the source when the response came: a cache says how many seconds ago its `Date` was. */
export function timeAt(response: Response): number | undefined {
  const served = servedAt(response);
  const age = Number(response.headers.age?.toString() ?? 0);
  return served === undefined ? undefined : served + (age > 0 ? age * 1000 : 0);
}

/** @param all as the answer's head says */
export type OnBytes = (came: number, all: number | undefined) => void;

/** What is heard of an exchange on its way. */
export interface Told {
  readonly onSent?: (() => void) | undefined;
  /** Told of each part. */
  readonly onBytes?: OnBytes | undefined;
}

export class Exchange implements Dispatcher.DispatchHandler {
  sent = false;
  #resolve: (response: Response) => void = () => {};
  #reject: (error: Error) => void = () => {};
  readonly response = new Promise<Response>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #head = { status: 0, headers: {} as IncomingHttpHeaders };
  readonly #parts: Buffer[] = [];
  #size = 0;

  /** @param most bytes of the answer */
  constructor(
    private readonly most: number,
    private readonly told: Told = {},
  ) {}

  /** Rejects at once, while undici drops a queued request only when its turn comes. */
  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp) controller.abort(this.#givenUp);
    else this.#goesOut();
  }

  #goesOut(): void {
    this.sent = true;
    this.told.onSent?.();
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.#head = { status, headers };
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.most) this.giveUp(tooLarge(this.most));
    else this.#parts.push(chunk);
    this.told.onBytes?.(this.#size, Number(this.#head.headers['content-length']) || undefined);
  }

  onResponseEnd(): void {
    this.#resolve({ ...this.#head, body: Buffer.concat(this.#parts) });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#reject(error);
  }
}
