import { isObject, parseJson, scalarText } from '../json.ts';
import { isSameSide } from '../rates/day-rates.ts';
import { readSide } from '../store/day-file.ts';
import { linesIn, textIn } from './csv/text.ts';
import {
  contentOf,
  type DayDocument,
  type FileContents,
  type ImportedFile,
  otherPivot,
  piecesOf,
  Rejected,
} from './day-documents.ts';
import { cellsReader, type RateRow } from './rate-rows.ts';
import { UnusableFile } from './unusable-file.ts';

/** Of a day; a document with several days may have sixteen times as many. */
const megabytes = 4;

/** The file of one day. */
export async function* dayFile(file: ImportedFile, date: string): FileContents {
  yield [{ name: file.path, date, body: parseJson(textIn(contentOf(file, megabytes))) }];
}

/** Responses of the service, and what ratebook writes; several may follow one another, with nothing between. */
export async function* documents(file: ImportedFile): FileContents {
  const text = textIn(contentOf(file, megabytes * 16)).trim();
  const json = parseJson(text) ?? parseJson(`[${text.replace(/\}\s*\{/g, '},{')}]`);
  const otherwise = 'is neither named by a day, as 2024-01-17.json is, nor JSON with rates and their days';
  yield contentsOf(json, file.path, { ...file, otherwise, readCells: cellsReader(false) });
}

/** A document on each line. */
export async function* lines(file: ImportedFile): FileContents {
  const otherwise = 'is neither {"date":…,"body":…} nor {"date":…,"base":…,"quote":…,"rate":…}';
  const form = { ...file, otherwise, readCells: cellsReader(false) };
  for await (const { line, text } of linesIn(piecesOf(file.path, file.signal), megabytes * 1e6)) {
    file.line = line;
    const name = `${file.path}:${line}`;
    if (text === undefined) yield [new Rejected(name, `is over ${megabytes} MB`)];
    else yield contentsOf(parseJson(text), name, form);
  }
}

interface JsonForm extends Pick<ImportedFile, 'pivot'> {
  /** Why JSON of no known form is rejected. */
  readonly otherwise: string;
  readonly readCells: ReturnType<typeof cellsReader>;
}

function* contentsOf(
  json: unknown,
  name: string,
  { pivot, otherwise, readCells }: JsonForm,
): Generator<DayDocument | Rejected | RateRow> {
  for (const each of Array.isArray(json) && json.length > 0 ? json : [json]) {
    const one = isObject(each) ? each : {};
    if ('rate' in one) {
      const cells = [one.period ?? one.date, one.base, one.quote, one.rate ?? Number.NaN];
      yield readCells(cells.map(scalarText));
    } else if ('start_date' in one && isObject(one.rates)) {
      const side = readSide(one);
      if (!side || !isSameSide(side, pivot)) throw new UnusableFile(otherPivot(one, pivot));
      for (const [date, rates] of Object.entries(one.rates))
        yield { name: `${name} ${date}`, date, body: { ...one, rates } };
    } else if (typeof one.date === 'string') {
      yield { name, date: one.date, body: 'body' in one ? one.body : one };
    } else {
      // of millions in an array, one is reported
      return yield new Rejected(name, otherwise);
    }
  }
}
