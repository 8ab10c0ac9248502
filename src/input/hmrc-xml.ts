import { parsePeriod, readDays } from '../calendar/parse.ts';
import { cellsReader, type LinePlace, type RateRows } from './rate-rows.ts';
import { UnusableFile } from './unusable-file.ts';
import { readXml, type XmlHandler } from './xml.ts';

const invalid = (reason: string) => new UnusableFile(`is no whole XML: ${reason}`);

/** HMRC's monthly table: units for one pound, valid for the days of its period. @throws UnusableFile */
export async function* hmrcRates(pieces: AsyncIterable<Buffer>, place: LinePlace): RateRows {
  const readCells = cellsReader(false);
  let period = '';
  let entry = new Map<string, string>();
  let entries: { readonly line: number; readonly entry: ReadonlyMap<string, string> }[] = [];
  const handler: XmlHandler = {
    opened(name, { Period = '' }, parent, line) {
      place.line = line;
      if (parent === '') period = periodOf(name, Period);
    },
    closed(name, text, _, line) {
      place.line = line;
      entry.set(name, text);
      if (name !== 'exchangeRate') return;
      entries.push({ line, entry });
      entry = new Map();
    },
  };

  function* rows() {
    for (const { line, entry } of entries) {
      place.line = line;
      yield readCells([period, 'GBP', entry.get('currencyCode') ?? '', entry.get('rateNew') ?? '']);
    }
    entries = [];
  }

  for await (const _ of readXml(pieces, handler, invalid)) yield rows();
  if (!period) throw noTable();
  yield rows();
}

/** @param written `01/Jan/2021 to 31/Jan/2021` */
function periodOf(root: string, written: string): string {
  if (root !== 'exchangeRateMonthList') throw noTable();
  const isoOf = (day: string) => readDays(day.replaceAll('/', '-'))[0] ?? day;
  const period = written.split(' to ').map(isoOf).join('/');
  if (parsePeriod(period)) return period;
  throw new UnusableFile(`has no readable Period: ${JSON.stringify(written.slice(0, 40))}`);
}

const noTable = () => new UnusableFile("is XML without the exchangeRateMonthList of HMRC's monthly tables");
