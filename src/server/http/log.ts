import type { IncomingMessage } from 'node:http';
import { timeInLog } from '../days/shared-days.ts';

export type AnswerOrigin = 'held' | 'not held' | 'made up' | { readonly cost: number };

interface Answered {
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  /** Undefined if no days were needed. */
  readonly origin: AnswerOrigin | undefined;
  readonly fault: string | undefined;
}

const words = { held: 'stored, cost 0', 'not held': 'not stored, cost 0', 'made up': 'made up' };

export function logLine({ method, url = '' }: IncomingMessage, answered: Answered, now: number): string {
  const { status, took, origin, fault } = answered;
  const days = typeof origin === 'object' ? `fetched, cost ${origin.cost}` : origin ? words[origin] : '-';
  const why = fault ? ` (${fault.replace(/\s+/g, ' ')})` : '';
  return `${timeInLog(now)} ${method} ${withoutKey(url)} ${status} ${Math.round(took)} ms ${days}${why}`;
}

export function withoutKey(target: string): string {
  const [path = '', ...rest] = target.split('?');
  const pairs = rest.join('?').split('&');
  const shown = pairs.filter((pair) => pair !== '' && !namesKey(pair));
  const text = shown.length > 0 ? `${path}?${shown.join('&')}` : path;
  return text
    .replace(/app_id.*/i, '')
    .replace(/[^!-~]/g, '?')
    .slice(0, 300);
}

/** Also catches a key that a slip made part of another parameter. */
const namesKey = (pair: string) =>
  /app_id/i.test(new URLSearchParams(pair).toString().replaceAll('%5F', '_'));
