import type { IncomingHttpHeaders } from 'node:http';
import { NoAnswer, type Response } from './response.ts';
import type { Dispatcher } from './undici.ts';

export const largestBody = 32 * 1024 * 1024;

export const tooLarge = () => new NoAnswer('the answer is larger than 32 MB', true, true);

export class Exchange implements Dispatcher.DispatchHandler {
  #resolve: (response: Response) => void = () => {};
  #reject: (error: Error) => void = () => {};
  /** The service may have seen the request. */
  sent = false;
  readonly response = new Promise<Response>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #head = { status: 0, headers: {} as IncomingHttpHeaders };
  readonly #parts: Buffer[] = [];
  #size = 0;

  /** Rejects at once, while undici drops a queued request only when its turn comes. */
  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp) controller.abort(this.#givenUp);
    else this.sent = true;
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.#head = { status, headers };
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > largestBody) this.giveUp(tooLarge());
    else this.#parts.push(chunk);
  }

  onResponseEnd(): void {
    this.#resolve({ ...this.#head, body: Buffer.concat(this.#parts) });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#reject(error.message === badResponse ? interim() : error);
  }
}

/** undici closes the connection on `100 Continue`, with this message. */
const badResponse = 'bad response';

const interim = () => new NoAnswer('100 Continue before the answer is not supported', true, true);
