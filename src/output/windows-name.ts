import { Failure } from '../errors.ts';

/** With any ending, and in any folder. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³])\s*([.:].*)?$/i;

/** A colon would begin the name of a stream that no folder shows. */
const forbidden = /[<>:"|?*]/;

/** `C:` or `\\?\C:` */
const drive = /^(\\\\\?\\)?([a-z]:)?/i;

/** Before anything is asked. @throws Failure where Windows has no file of this name */
export function checkWindowsName(path: string): void {
  const names = path.replace(drive, '').split(/[\\/]/);
  if (names.some((name) => device.test(name))) throw noFile(path, 'that is the name of a device on Windows');
  if (names.some((name) => forbidden.test(name)))
    throw noFile(path, 'names on Windows have no < > : " | ? *');
}

// not `--output:`, after which another format is looked for
const noFile = (path: string, why: string) =>
  new Failure('bad_value', `--output ${path}: ${why}`, 'another name for the file');
