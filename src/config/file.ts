import { readFileSync } from 'node:fs';
import { failed } from '../errors.ts';

/** Values not yet checked; empty if there is no file. */
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
    // the parser quotes the text, which may hold the app_id
    throw failed(`${path}: not JSON`, fix);
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw failed(`${path}: not a JSON object`, fix);
}

const fix = 'fix the file, or delete it and set the values again';
