import type { LogEntry } from './service.ts';

const words = { held: 'held, cost 0', 'not held': 'not held, cost 0', 'made up': 'made up' };

/** `2026-11-20T09:30:00Z GET /api/historical/2024-01-17.json 200 3 ms fetched, cost 1` */
export function logLine({ method, target, status, took, origin, fault }: LogEntry, now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+/, '');
  const days = typeof origin === 'object' ? `fetched, cost ${origin.cost}` : origin ? words[origin] : '-';
  const why = fault ? ` (${fault.replace(/\s+/g, ' ')})` : '';
  return `${time} ${method} ${target} ${status} ${Math.round(took)} ms ${days}${why}`;
}
