import { type Code, isCode } from './code.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the text says, or nothing where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The rates that are finite numbers ≥ 0, under codes; and the names of what is none. */
export function parseRates(json: JsonObject): {
  readonly rates: ReadonlyMap<Code, number>;
  readonly dropped: readonly string[];
} {
  const rates = new Map<Code, number>();
  const dropped: string[] = [];
  for (const code of Object.keys(json)) {
    const rate = json[code];
    if (isCode(code) && typeof rate === 'number' && Number.isFinite(rate) && rate >= 0) rates.set(code, rate);
    else dropped.push(code);
  }
  return { rates, dropped };
}
