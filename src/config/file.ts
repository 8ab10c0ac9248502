import { readFileSync, statSync } from 'node:fs';
import { patientlySync, unreadable } from '../disk/patience.ts';
import { Failure } from '../errors.ts';
import { grouped } from '../words.ts';

export interface ConfigFile {
  readonly path: string;
  /** Not yet checked. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Bytes. Checking a million settings takes minutes. */
const mostBytes = 1_000_000;

const fix = 'fix the file, or delete it and set the values again';

/** Without values if there is no file. @param path undefined: there is no place for one */
export function readConfig(path = ''): ConfigFile {
  if (path === '') return { path, values: {} };

  let text: string;
  try {
    const found = statSync(path);
    // waiting for a named pipe would not end
    if (found.isFIFO()) throw new Failure('bad_config', `${path}: a named pipe, not a file`, fix);
    if (found.size > mostBytes)
      throw new Failure('bad_config', `${path}: larger than ${grouped(mostBytes)} bytes`, fix);
    text = textIn(patientlySync(() => readFileSync(path)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { path, values: {} };
    if (error instanceof Failure) throw error;
    throw unreadable(`cannot read ${path}`, error);
  }

  try {
    const values = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) return { path, values };
  } catch {
    // the parser quotes the text, which may hold the app_id
    throw new Failure('bad_config', `${path}: not JSON`, fix);
  }
  throw new Failure('bad_config', `${path}: not a JSON object`, fix);
}

/** Editors on Windows begin a file with a mark, and its shell writes UTF-16. */
function textIn(bytes: Buffer): string {
  // its other order of bytes, of which only pairs can be swapped
  if (bytes[0] === 0xfe && bytes[1] === 0xff) bytes.subarray(0, bytes.length & ~1).swap16();
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
}
