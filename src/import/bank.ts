import { type Day, dayAt } from '../calendar/day.ts';
import { euro } from '../rates/code.ts';
import { isSameSide } from '../rates/day-rates.ts';
import { BadFile } from '../sources/ecb/bad-file.ts';
import { daysInFile } from '../sources/ecb/file.ts';
import { contentOf, type Found, type GivenFile, otherPivot } from './given.ts';
import { Unusable } from './unusable.ts';

const megabytes = 32;

/** @throws Unusable */
export async function* bankDays(file: GivenFile): Found {
  const { path, pivot, now } = file;
  const published = { base: euro };
  if (!isSameSide(published, pivot))
    throw new Unusable(
      otherPivot(published, pivot),
      'import files of the European Central Bank by themselves',
    );
  for (const { day, rates, dropped = [] } of await daysIn(contentOf(file, megabytes), dayAt(now))) {
    const unusable = dropped.map((code) => [code, null] as const);
    const all = Object.fromEntries([...rates, ...unusable]);
    yield [{ name: `${path} ${day}`, date: day, body: { ...published, rates: all } }];
  }
}

async function daysIn(content: Buffer, last: Day) {
  try {
    return await daysInFile(content, last);
  } catch (error) {
    throw error instanceof BadFile ? new Unusable(error.message) : error;
  }
}
