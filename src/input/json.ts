import { basename } from 'node:path';
import { parseDay } from '../calendar/day.ts';
import { isObject, parseJson, scalarText } from '../json.ts';
import { isSameSide } from '../rates/day-rates.ts';
import { readSide } from '../store/day-file.ts';
import { linesIn, textIn } from './csv/text.ts';
import {
  contentOf,
  type DayDocument,
  type FoundInFile,
  type GivenFile,
  NotTaken,
  otherPivot,
  piecesOf,
  UnusableFile,
} from './day-documents.ts';
import { cellsReader, type RateRow } from './rate-row.ts';

/** Of a day; a document with several days may have sixteen times as many. */
const megabytes = 4;

export const isNamedByDay = (path: string) => parseDay(dateIn(path)) !== undefined;
const dateIn = (path: string) => basename(path).replace(/\.json(\.gz)?$/i, '');

export async function* dayFile(file: GivenFile): FoundInFile {
  const { path } = file;
  yield [{ name: path, date: dateIn(path), body: parseJson(textIn(contentOf(file, megabytes))) }];
}

/**
 * Answers of the service, and what ratebook writes; several may follow one another, with nothing between.
 */
export async function* documents(file: GivenFile): FoundInFile {
  const text = textIn(contentOf(file, megabytes * 16)).trim();
  const json = parseJson(text) ?? parseJson(`[${text.replace(/\}\s*\{/g, '},{')}]`);
  const otherwise = 'is neither named by a day, as 2024-01-17.json is, nor JSON with rates and their days';
  const read = reader(file, otherwise);
  yield read(json, file.path);
}

export async function* lines(file: GivenFile): FoundInFile {
  const otherwise = 'is neither {"date":…,"body":…} nor {"date":…,"base":…,"quote":…,"rate":…}';
  const read = reader(file, otherwise);
  for await (const { line, text } of linesIn(piecesOf(file), megabytes * 1e6)) {
    file.line = line;
    const name = `${file.path}:${line}`;
    yield text === undefined ? [new NotTaken(name, `is over ${megabytes} MB`)] : read(parseJson(text), name);
  }
}

/** What JSON has. @param name of the file, perhaps with the line */
type ReadJson = (json: unknown, name: string) => Generator<DayDocument | NotTaken | RateRow>;

/** @param otherwise why JSON of no known form is not taken */
function reader({ pivot }: GivenFile, otherwise: string): ReadJson {
  const readCells = cellsReader(false);

  return function* read(json, name) {
    for (const given of Array.isArray(json) && json.length > 0 ? json : [json]) {
      const one = isObject(given) ? given : {};
      if ('rate' in one) {
        const cells = [one.period ?? one.date, one.base, one.quote, one.rate ?? Number.NaN];
        yield readCells(cells.map(scalarText));
      } else if ('start_date' in one && isObject(one.rates)) {
        const side = readSide(one);
        if (!side || !isSameSide(side, pivot)) throw new UnusableFile(otherPivot(one, pivot));
        for (const [date, rates] of Object.entries(one.rates))
          yield { name: `${name} ${date}`, date, body: { ...one, rates } };
      } else if (typeof one.date === 'string') {
        const body = 'body' in one ? one.body : one;
        yield { name, date: one.date, body };
      } else {
        // of millions in an array, one is told
        return yield new NotTaken(name, otherwise);
      }
    }
  };
}
