import { closeSync, type Dirent, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { patientlySync } from '../disk/patience.ts';
import { ifPossible } from '../errors.ts';
import type { FormatName } from '../output/formats.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { documentOf } from './document.ts';

/** What stands where the file of a day should, in words; undefined: that file. */
type LookAt = (entry: Dirent, day: Day) => string | undefined;

/** Only the beginning of a file is compared: the whole of 7,000 files would take seconds. */
export async function looking(folder: string, format: FormatName): Promise<LookAt> {
  const begins = await beginningOf(format);
  const buffer = Buffer.allocUnsafe(most);

  return (entry, day) => {
    if (entry.isDirectory()) return 'a folder';
    if (entry.isSymbolicLink()) return 'a link';
    if (!entry.isFile()) return 'not a regular file';
    const length = ifPossible(() => readInto(buffer, join(folder, entry.name)));
    if (length === undefined) return 'not readable';
    if (length === 0) return 'empty';
    return begins(buffer.subarray(0, length), day) ? undefined : 'other content';
  };
}

/** Bytes; before the date of a document there may be the terms of the service. */
const most = 16_384;

function readInto(buffer: Buffer, path: string): number {
  const file = patientlySync(() => openSync(path, 'r'));
  try {
    return readSync(file, buffer);
  } finally {
    closeSync(file);
  }
}

const model = '2024-01-17' as Day;

/** Rates of the same day, and in all else as different as can be. */
const models: readonly DayRates[] = [
  { day: model, base: 'USD' as Code, rates: new Map([['EUR' as Code, 2]]), disclaimer: 'd' },
  { day: model, base: 'EUR' as Code, rates: new Map([['USD' as Code, 3]]), license: 'l' },
  { day: model, base: 'PLN' as Code, rates: new Map([['JPY' as Code, 4]]), timestamp: 1 },
];

/** Tells whether a file may be that of the day: it begins as all of the format do, and has the day. */
async function beginningOf(format: FormatName): Promise<(file: Buffer, day: Day) => boolean> {
  const [one = '', ...others] = await Promise.all(
    models.map(async (rates) => (await documentOf(rates, format)).toString('latin1')),
  );
  const common = one.slice(
    0,
    [...one].findIndex((sign, at) => others.some((other) => other[at] !== sign)),
  );
  const [head = ''] = common.split(model, 1);
  const start = common.includes(model) ? head + model : head;
  const isText = one.includes(model);
  return (file, day) =>
    file.toString('latin1', 0, start.length) === start.replace(model, day) && (!isText || file.includes(day));
}
