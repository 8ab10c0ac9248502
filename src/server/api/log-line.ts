import type { LogEntry } from './service.ts';

/** `2026-11-20T09:30:00Z GET /api/historical/2024-01-17.json 200 3 ms fetched, cost 1` */
export function logLine({ method, target, status, took, origin, fault }: LogEntry, now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+/, '');
  const days = origin ? (origin.fetched ? `fetched, cost ${origin.cost}` : 'held, cost 0') : '-';
  const why = fault ? ` (${fault.replace(/\s+/g, ' ')})` : '';
  return `${time} ${method} ${target} ${status} ${Math.round(took)} ms ${days}${why}`;
}
