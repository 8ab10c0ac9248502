import { TextDecoder } from 'node:util';
import sax from 'sax';
import { parsePeriod, readDays } from '../calendar/parse.ts';
import { UnusableFile } from './day-documents.ts';
import { cellsReader, type LinePlace, type RateRow, type RateRows } from './rate-row.ts';

/** A table has some 60 kB. */
const mostBytes = 8_000_000;
const mostDepth = 8;
const longestText = 1000;

const decoders: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    'us-ascii': 'utf-8',
    'iso-8859-1': 'latin1',
    latin1: 'latin1',
  }),
);

/** HMRC's monthly table: units for one pound, valid for the days of its period. @throws Unusable */
export async function* hmrcRates(pieces: AsyncIterable<Buffer>, place: LinePlace): RateRows {
  const table = new MonthlyTable(place);
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new UnusableFile(`is XML of more than ${mostBytes / 1e6} MB`);
    decoder ??= decoderFor(piece);
    yield table.read(decodedBy(decoder, piece));
  }
  yield table.end();
}

/** By what the XML says of itself. @throws Unusable */
function decoderFor(beginning: Buffer): TextDecoder {
  const head = beginning.subarray(0, 200).toString('latin1');
  const [, encoding = 'utf-8'] =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)/.exec(head) ?? [];
  const label = decoders.get(encoding.toLowerCase());
  if (label) return new TextDecoder(label, { fatal: true });
  throw new UnusableFile(`is XML in ${encoding}, not in UTF-8 or Latin-1`);
}

function decodedBy(decoder: TextDecoder, piece: Buffer): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw new UnusableFile('is XML that is not in the encoding that it names');
  }
}

const [list, entry] = ['exchangeRateMonthList', 'exchangeRate'];

class MonthlyTable {
  readonly #parser = sax.parser(true);
  readonly #readCells = cellsReader(false);
  readonly #open: string[] = [];
  readonly #rows: RateRow[] = [];
  #period = '';
  #text = '';
  readonly #cells = new Map<string, string>();

  constructor(private readonly place: LinePlace) {
    const parser = this.#parser;
    parser.onerror = ({ message }) => {
      throw new UnusableFile(`is no whole XML: ${message.split('\n')[0]?.toLowerCase()}`);
    };
    parser.ondoctype = () => {
      throw new UnusableFile('is XML with a DOCTYPE, which no table of rates needs');
    };
    parser.onopentag = ({ name, attributes }) => this.#opened(name, attributes);
    parser.onclosetag = (name) => this.#closed(name);
    parser.ontext = (text) => {
      if (this.#text.length < longestText) this.#text += text;
    };
  }

  read(text: string): readonly RateRow[] {
    this.#parser.write(text);
    return this.#rows.splice(0);
  }

  end(): readonly RateRow[] {
    this.#parser.close();
    if (!this.#period) throw noTable();
    return this.#rows.splice(0);
  }

  #opened(name: string, attributes: Readonly<Record<string, unknown>>): void {
    this.#tellLine();
    if (this.#open.length === 0) this.#begun(name, String(attributes.Period ?? ''));
    if (this.#open.push(name) > mostDepth)
      throw new UnusableFile(`is XML more than ${mostDepth} elements deep`);
    if (name === entry) this.#cells.clear();
    this.#text = '';
  }

  /** @param period `01/Jan/2021 to 31/Jan/2021` */
  #begun(name: string, period: string): void {
    if (name !== list) throw noTable();
    this.#period = period.split(' to ').map(isoOf).join('/');
    if (!parsePeriod(this.#period))
      throw new UnusableFile(`has no readable Period: ${JSON.stringify(period.slice(0, 40))}`);
  }

  #closed(name: string): void {
    this.#tellLine();
    this.#open.pop();
    if (this.#open.at(-1) === entry) this.#cells.set(name, this.#text);
    if (name !== entry) return;

    const [code = '', rate = ''] = ['currencyCode', 'rateNew'].map((name) => this.#cells.get(name));
    const row = this.#readCells([this.#period, 'GBP', code, rate]);
    this.#rows.push({ ...row, line: this.place.line });
  }

  #tellLine(): void {
    this.place.line = this.#parser.line + 1;
  }
}

const noTable = () => new UnusableFile(`is XML without the ${list} of HMRC's monthly tables`);

/** `01/Jan/2021` as `2021-01-01`; any other text as it is. */
function isoOf(written: string): string {
  return readDays(written.replaceAll('/', '-'))[0] ?? written;
}
