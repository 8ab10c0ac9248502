import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Day } from '../../src/calendar/day.ts';
import type { FoundDays } from '../../src/server/http/service.ts';
import { parseDayFile } from '../../src/store/day-file.ts';

const paths = ['days-1999-2012', 'days-2020-2026'].map((name) =>
  join(import.meta.dirname, '../../../shared/data', `${name}.ndjson.gz`),
);

/** Tests of real days are skipped if the days are missing, and their names say so. */
export const hasRealDays = paths.every((path) => existsSync(path));
export const orSkipped = hasRealDays ? '' : ' (skipped: the real days are not in ../shared/data)';

/** Days as the service published them, with the exact text of each answer. */
export class RealDays {
  static #read: ReadonlyMap<Day, string> | undefined;
  readonly #bodies: ReadonlyMap<Day, string>;

  constructor() {
    RealDays.#read ??= bodiesIn(paths);
    this.#bodies = RealDays.#read;
  }

  get days(): readonly Day[] {
    return [...this.#bodies.keys()].sort();
  }

  published(day: Day): ReadonlyMap<string, string> {
    const rates = ratesText(this.#bodies.get(day) ?? '');
    return new Map(Array.from(rates.matchAll(/"(\w+)":([^,}]+)/g), ([, code = '', rate = '']) => [code, rate]));
  }

  body(day: Day): string | undefined {
    return this.#bodies.get(day);
  }

  readonly find = async (days: readonly Day[]): Promise<FoundDays> => {
    const found = days.flatMap((day) => parseDayFile(this.#bodies.get(day) ?? '', day) ?? []);
    return { rates: found.length === days.length ? found : undefined };
  };
}

function bodiesIn(paths: readonly string[]): Map<Day, string> {
  const lines = paths.flatMap((path) => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n'));
  return new Map(
    lines.map((line) => {
      const [, day = '', body = ''] = /^\{"date":"([\d-]+)","body":(.*)\}$/.exec(line) ?? [];
      return [day as Day, body];
    }),
  );
}

const ratesText = (body: string) => /"rates":(\{[^}]*\})/.exec(body)?.[1] ?? '';
