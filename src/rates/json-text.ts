import { plain } from './decimal.ts';

/** What JSON is made of here; a map keeps the order of its members whatever their names. */
export type Json = string | number | boolean | Members | ReadonlyMap<string, Json>;

/** A member without a value is not written. */
interface Members {
  readonly [name: string]: Json | undefined;
}

/** The JSON text, with numbers as plain decimals. */
export function jsonText(value: Json, pretty: boolean): string {
  return write(value, pretty ? '\n' : '', pretty ? ': ' : ':');
}

function write(value: Json, newline: string, colon: string): string {
  if (typeof value === 'number') return plain(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = newline && `${newline}  `;
  const parts: string[] = [];
  for (const [name, member] of value instanceof Map ? value : Object.entries(value)) {
    if (member !== undefined) parts.push(JSON.stringify(name) + colon + write(member, inner, colon));
  }
  return parts.length ? `{${inner}${parts.join(`,${inner}`)}${newline}}` : '{}';
}
