import { extname } from 'node:path';
import { type FormatName, formatNamed, formatNames, formats } from './formats.ts';

/** How the names of exported files end. */
export function endingOf(name: string): string {
  const { ending, endings = [] } = formatNamed(name) ?? {};
  return ending ?? endings[0] ?? `.${name}`;
}

/** Those that select the format. */
export const endingsOf = (name: FormatName) => formats[name].endings ?? [`.${name}`];

export function formatOfFile(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => endingsOf(name).includes(ending));
}

/** Spreadsheets, databases, documents and compressed files, which would hold something else than promised. */
const othersEndings = [
  ['.xls', '.xlsm', '.xlsb', '.ods', '.numbers'],
  ['.arrow', '.feather', '.avro', '.orc', '.sql', '.db', '.sqlite', '.sqlite3', '.duckdb'],
  ['.psv', '.yaml', '.yml', '.toml', '.xml', '.html', '.htm', '.md', '.tex', '.pdf'],
  ['.doc', '.docx', '.odt', '.rtf', '.png', '.jpg', '.jpeg'],
  ['.gz', '.zip', '.bz2', '.xz', '.zst', '.7z', '.tar', '.tgz'],
].flat();

export function foreignEnding(path: string): string | undefined {
  const ending = extname(path);
  return othersEndings.includes(ending.toLowerCase()) && !formatOfFile(path) ? ending : undefined;
}
