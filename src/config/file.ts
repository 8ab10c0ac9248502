import { readFileSync } from 'node:fs';
import { failed } from '../errors.ts';

/** What the config file says, each value as yet unchecked; empty where there is no file. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function readConfig(path: string): ConfigFile {
  const text = textAt(path);
  return { path, values: text === undefined ? {} : parseObject(text, path) };
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw failed(`the config file cannot be read: ${message}`);
  }
}

function parseObject(text: string, path: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own words quote the text, which may hold the key.
    throw failed(`${path}: not JSON`, mend);
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw failed(`${path}: not a JSON object`, mend);
}

const mend = 'mend the file, or delete it and set its values again';
