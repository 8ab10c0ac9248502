import { euro } from '../sources/ecb/bank.ts';
import { BadFile, daysInFile } from '../sources/ecb/file.ts';
import { contentOf, type Found, type GivenFile, NotTaken, otherBase } from './given.ts';
import { Unusable } from './rate-rows.ts';

const megabytes = 32;

/** @throws Unusable */
export async function* bankDays(file: GivenFile): Found {
  const { path, pivot } = file;
  if (pivot !== euro)
    throw new Unusable(otherBase(euro, pivot), 'import files of the European Central Bank by themselves');
  for (const { day, base, rates, dropped = [] } of await daysIn(contentOf(file, megabytes))) {
    const name = `${path} ${day}`;
    yield dropped.map((code) => new NotTaken(name, `has no readable rate of ${code}`));
    yield [{ name, date: day, body: { base, rates: Object.fromEntries(rates) } }];
  }
}

async function daysIn(content: Buffer) {
  try {
    return await daysInFile(content);
  } catch (error) {
    throw error instanceof BadFile ? new Unusable(error.message) : error;
  }
}
