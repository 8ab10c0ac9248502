import type { IncomingHttpHeaders } from 'node:http';
import { NoAnswer } from './no-answer.ts';
import type { Response } from './response.ts';
import type { Dispatcher } from './undici.ts';

export const largestBody = 32 * 1024 * 1024;

export const tooLarge = () => new NoAnswer('the answer is larger than 32 MB', true, true);

/** One request and its answer, as undici tells of them. */
export class Exchange implements Dispatcher.DispatchHandler {
  #resolve: (response: Response) => void = () => {};
  #reject: (error: Error) => void = () => {};
  /** There was a connection: the service may have seen the request. */
  sent = false;
  /** As it came. */
  readonly response = new Promise<Response>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #head = { status: 0, headers: {} as IncomingHttpHeaders };
  readonly #parts: Buffer[] = [];
  #size = 0;

  /** Ends it at once. Undici lets go of a request only when it has a connection for it: nothing is sent on that then. */
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

/** What undici has for `100 Continue` before an answer, which it takes for no part of one: it hangs up. */
const badResponse = 'bad response';

const interim = () =>
  new NoAnswer('100 Continue came before the answer, which is not understood', true, true);
