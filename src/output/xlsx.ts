import { type Layout, type RowStream, textOfCell } from './records.ts';
import { workbook } from './workbook.ts';

const widest = 60;

/** A workbook of one list and its provenance. */
export async function* xlsx({ columns, batches }: RowStream, { provenance, base, inverted }: Layout) {
  const book = await workbook([{ name: 'rates' }, ...(provenance ? [{ name: 'source' }] : [])]);
  let isBegun = false;
  let newest = '';
  const day = columns.findIndex(({ name }) => name === 'date' || name === 'period');
  for await (const batch of batches) {
    const rows = batch.map((row) => row.map(textOfCell));
    if (!isBegun) {
      const widths = columns.map(({ name, width }, at) => {
        // a header cell also has the arrow of its filter
        const longest = Math.max(name.length + 3, ...rows.map((row) => row[at]?.length ?? 0));
        return width ?? Math.min(longest + 2, widest);
      });
      book.begin(widths, true);
      book.row(columns.map(({ name }) => ({ kind: 'label', text: name })));
      isBegun = true;
    }
    for (const row of rows) {
      const cells = columns.map(({ name, kind }, at) => ({
        // the date of a mean is its period, which becomes text
        kind: name === 'date' ? 'date' : kind === 'json' ? 'text' : kind === 'integer' ? 'number' : kind,
        text: row[at] ?? '',
      }));
      book.row(cells);
      const text = row[day] ?? '';
      if (text > newest) newest = text;
    }
    yield book.drain();
  }
  if (provenance) {
    const { source, command } = provenance;
    const facts = {
      source: source?.name,
      rates: source?.isMadeUp && 'made up, by a demonstration',
      [inverted ? 'quote' : 'base']: base,
      terms: source?.terms,
      command,
      'newest rates': newest,
    };
    book.begin([14, 90]);
    for (const [name, text] of Object.entries(facts))
      if (text)
        book.row([
          { kind: 'label', text: name },
          { kind: 'text', text },
        ]);
  }
  yield book.end();
}
