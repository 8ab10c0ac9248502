import { parsePeriod, readDays } from '../calendar/parse.ts';
import { cellsReader, type LinePlace, type RateRow, type RateRows } from './rate-rows.ts';
import { UnusableFile } from './unusable-file.ts';
import { readXml, type XmlTag } from './xml.ts';

/** HMRC's monthly table: units for one pound, valid for the days of its period. @throws UnusableFile */
export async function* hmrcRates(pieces: AsyncIterable<Buffer>, place: LinePlace): RateRows {
  const readCells = cellsReader(false);
  let period = '';
  let [code, rate] = ['', ''];

  function* rowsIn(tags: readonly XmlTag[]): Generator<RateRow> {
    for (const { name, parent, attributes, text, line } of tags) {
      place.line = line;
      if (attributes && parent === '') period = periodOf(name, attributes.Period ?? '');
      if (attributes) continue;
      if (name === 'currencyCode') code = text;
      if (name === 'rateNew') rate = text;
      if (name !== 'exchangeRate') continue;
      yield readCells([period, 'GBP', code, rate]);
      [code, rate] = ['', ''];
    }
  }

  const invalid = (reason: string) => new UnusableFile(`is not well-formed XML: ${reason}`);
  for await (const tags of readXml(pieces, invalid)) yield rowsIn(tags);
  if (!period) throw noTable();
}

/** @param written `01/Jan/2021 to 31/Jan/2021` */
function periodOf(root: string, written: string) {
  if (root !== 'exchangeRateMonthList') throw noTable();
  const isoOf = (day: string) => readDays(day.replaceAll('/', '-'))[0] ?? day;
  const period = written.split(' to ').map(isoOf).join('/');
  if (parsePeriod(period)) return period;
  throw new UnusableFile(`has no readable Period: ${JSON.stringify(written.slice(0, 40))}`);
}

const noTable = () => new UnusableFile("is XML without the exchangeRateMonthList of HMRC's monthly tables");
