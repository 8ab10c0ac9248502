import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../errors.ts';
import { type Listener, Refused, type Try, Unasked, type Visitor } from '../source.ts';
import { mostFirstTries, untilNextTry } from './contact.ts';
import { NoAnswer } from './no-answer.ts';
import { isTooLong, tooLong } from './waits.ts';

interface Trying extends Pick<Listener, 'onTry' | 'signal'> {
  readonly url: URL;
  readonly next: WhatNext;
}

/** @param began of the try, by `performance.now()` */
export type WhatNext = (failure: NoAnswer, number: number, began: number) => AnotherTry | End;

interface AnotherTry extends Pick<Try, 'unreached'> {
  /** Milliseconds. */
  readonly wait: number;
  readonly end?: undefined;
}

interface End extends Pick<Try, 'unreached'> {
  readonly wait?: undefined;
  readonly end: Failure;
}

interface Success<T> extends Pick<Try, 'served'> {
  readonly result: T;
  /** In words, for those who watch. */
  readonly told: string;
}

/**
 * Tries until there is a result, or `next` says that it is the end.
 * @param once one try; it calls `begin` if it had to wait before it began
 * @throws the end, or what is no NoAnswer
 */
export async function trying<T>(
  { url, signal, onTry, next }: Trying,
  once: (begin: () => void) => Promise<Success<T>>,
): Promise<T> {
  for (let number = 1; ; number++) {
    let began = performance.now();
    const tell = (outcome: string, more: Pick<Try, 'wait' | 'unreached' | 'served'> = {}) =>
      onTry({ url, number, outcome, took: performance.now() - began, ...more });

    try {
      const { result, told, served } = await once(() => {
        began = performance.now();
      });
      tell(told, { served });
      return result;
    } catch (error) {
      if (error instanceof Refused) tell(error.message, { served: error.served });
      if (!(error instanceof NoAnswer)) throw error;
      const { wait, unreached, end } = next(error, number, began);
      tell(error.message, { wait, unreached });
      if (end) throw end;
      await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Of a source that is free: a few quick tries, and then what is held must do. */
export function fewTries({ tries, now }: Pick<Visitor, 'tries' | 'now'>, { host }: URL): WhatNext {
  return ({ message, was: { lost, final, after = 0 } }, number) => {
    const unreached = !lost;
    const wait = Math.max(untilNextTry(number, Math.random()), after);
    if (isTooLong(wait)) return { unreached, end: new Unasked(tooLong(host, now() + wait)) };
    if (!final && number < Math.min(tries, mostFirstTries)) return { unreached, wait };
    const end = lost
      ? new Failure('service_failed', `${host} gives no rates: ${message}`)
      : new Failure('not_reached', `${host} cannot be reached: ${message}`);
    return { unreached, end: new Unasked(end) };
  };
}
