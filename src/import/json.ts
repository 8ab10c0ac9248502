import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseDay } from '../calendar/day.ts';
import { isObject, parseJson } from '../rates/json.ts';
import { DayRows } from './day-rows.ts';
import { type DayDocument, type Days, type GivenFile, isPacked, NotTaken, otherBase, piecesOf } from './given.ts';
import { cellsReader, Unusable } from './rate-rows.ts';
import { endOfDocument, textsIn } from './texts.ts';

const mostBytes = 4_000_000;
/** Of a document with several days: as much as an answer may have. */
const mostBytesOfSeveral = 32 * 1024 * 1024;

export const isNamedByDay = (path: string) => parseDay(dateIn(path)) !== undefined;
const dateIn = (path: string) => basename(path).replace(/\.json(\.gz)?$/i, '');

export async function* dayFile({ path, size }: GivenFile): Days {
  if (size > mostBytes) throw new Unusable('is over 4 MB');
  const bytes = readFileSync(path);
  const text = isPacked(path) ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes;
  yield { name: path, date: dateIn(path), body: parseJson(text.toString()) };
}

const lineForms = '{"date":…,"body":…} nor {"date":…,"base":…,"quote":…,"rate":…}';

export async function* daysOfLines(file: GivenFile): Days {
  const rows = new DayRows(file);
  const daysOf = reader(file, rows, `is neither ${lineForms}`);
  for await (const { line, text } of textsIn(piecesOf(file), mostBytes)) {
    file.line = line;
    const name = `${file.path}:${line}`;
    if (text === undefined) yield new NotTaken(name, 'is over 4 MB');
    else yield* daysOf(parseJson(text), name);
  }
  yield* rows.days();
}

/** One or more, one after another: answers of the service, and what ratebook writes. */
export async function* daysOfDocuments(file: GivenFile): Days {
  const rows = new DayRows(file);
  const daysOf = reader(
    file,
    rows,
    'is neither named by a day, as 2024-01-17.json is, nor JSON with rates and their days',
  );
  for await (const { text } of textsIn(piecesOf(file), mostBytesOfSeveral, endOfDocument())) {
    if (text === undefined) throw new Unusable('has a document over 32 MB');
    yield* daysOf(parseJson(text), file.path);
  }
  yield* rows.days();
}

/** @param otherwise why JSON of no known form is not taken */
function reader({ pivot }: GivenFile, rows: DayRows, otherwise: string) {
  const readCells = cellsReader(false);
  return function* daysOf(json: unknown, name: string): Generator<DayDocument | NotTaken> {
    if (Array.isArray(json) && json.length > 0) for (const one of json) yield* daysOf(one, name);
    else if (!isObject(json)) yield new NotTaken(name, otherwise);
    else if ('rate' in json) {
      const cells = [json.period ?? json.date, json.base, json.quote, json.rate];
      rows.add(readCells(cells.map((cell) => String(cell ?? ''))));
    } else if ('start_date' in json && isObject(json.rates)) {
      if (json.base !== pivot) throw new Unusable(otherBase(json.base, pivot));
      for (const [date, rates] of Object.entries(json.rates))
        yield { name: `${name} ${date}`, date, body: { ...json, rates } };
    } else if (typeof json.date === 'string') yield { name, date: json.date, body: 'body' in json ? json.body : json };
    else yield new NotTaken(name, otherwise);
  };
}
