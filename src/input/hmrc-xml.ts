import { TextDecoder } from 'node:util';
import sax from 'sax';
import { parsePeriod, readDays } from '../calendar/parse.ts';
import { UnusableFile } from './day-documents.ts';
import { cellsReader, type LinePlace, type RateRow, type RateRows } from './rate-row.ts';

/** A table has some 60 kB. */
const mostBytes = 8_000_000;
const mostDepth = 8;

const [list, entry] = ['exchangeRateMonthList', 'exchangeRate'];

/** HMRC's monthly table: units for one pound, valid for the days of its period. @throws Unusable */
export async function* hmrcRates(pieces: AsyncIterable<Buffer>, place: LinePlace): RateRows {
  const parser = sax.parser(true);
  const readCells = cellsReader(false);
  const open: string[] = [];
  let period = '';
  let text = '';
  let cells = new Map<string, string>();
  let rows: RateRow[] = [];
  parser.onerror = ({ message }) => {
    throw new UnusableFile(`is no whole XML: ${message.split('\n')[0]?.toLowerCase()}`);
  };
  parser.ondoctype = () => {
    throw new UnusableFile('is XML with a DOCTYPE, which no table of rates needs');
  };
  parser.onopentag = ({ name, attributes }) => {
    place.line = parser.line + 1;
    if (open.push(name) === 1) period = periodOf(name, String(attributes.Period ?? ''));
    if (open.length > mostDepth) throw new UnusableFile(`is XML more than ${mostDepth} elements deep`);
    if (name === entry) cells = new Map();
    text = '';
  };
  parser.ontext = (piece) => {
    text += piece;
  };
  parser.onclosetag = (name) => {
    place.line = parser.line + 1;
    open.pop();
    if (open.at(-1) === entry) cells.set(name, text);
    if (name !== entry) return;
    const [code = '', rate = ''] = ['currencyCode', 'rateNew'].map((each) => cells.get(each));
    rows.push({ ...readCells([period, 'GBP', code, rate]), line: place.line });
  };

  let decoder: TextDecoder | undefined;
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new UnusableFile(`is XML of more than ${mostBytes / 1e6} MB`);
    decoder ??= decoderFor(piece);
    parser.write(decodedBy(decoder, piece));
    yield rows;
    rows = [];
  }
  parser.close();
  if (!period) throw noTable();
  yield rows;
}

/** By what the XML says of itself. @throws Unusable */
function decoderFor(beginning: Buffer): TextDecoder {
  const head = beginning.subarray(0, 200).toString('latin1');
  const [, encoding = 'utf-8'] =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)/.exec(head) ?? [];
  if (/^(?:utf-8|us-ascii)$/i.test(encoding)) return new TextDecoder('utf-8', { fatal: true });
  if (/^(?:iso-8859-1|latin1)$/i.test(encoding)) return new TextDecoder('latin1');
  throw new UnusableFile(`is XML in ${encoding}, not in UTF-8 or Latin-1`);
}

function decodedBy(decoder: TextDecoder, piece: Buffer): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw new UnusableFile('is XML that is not in the encoding that it names');
  }
}

/** @param written `01/Jan/2021 to 31/Jan/2021` */
function periodOf(root: string, written: string): string {
  if (root !== list) throw noTable();
  const period = written.split(' to ').map(isoOf).join('/');
  if (parsePeriod(period)) return period;
  throw new UnusableFile(`has no readable Period: ${JSON.stringify(written.slice(0, 40))}`);
}

const noTable = () => new UnusableFile(`is XML without the ${list} of HMRC's monthly tables`);

/** `01/Jan/2021` as `2021-01-01`; any other text as it is. */
function isoOf(written: string): string {
  return readDays(written.replaceAll('/', '-'))[0] ?? written;
}
