import type { Unit } from '../currencies/units.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import { workbook } from '../output/xlsx/workbook.ts';
import { lettersOf, type SheetCell } from '../output/xlsx/xml.ts';
import type { Amount } from '../rates/amount.ts';
import { decimalsIn } from '../rates/conversion.ts';
import { amountAt } from '../rates/cross.ts';
import { fifteenDigits, product } from '../rates/decimal.ts';
import type { FoundRate } from '../rates/found-rate.ts';
import type { Added } from './added.ts';
import { AddedWork } from './added-work.ts';
import { receiptTexts } from './cells.ts';
import type { SumColumns } from './header.ts';
import type { SheetFile } from './sheet-file.ts';

/** The values of all sheets, with columns added to one. */
export async function* sheetAsBook(file: SheetFile, added: Added): AsyncGenerator<Uint8Array> {
  const book = workbook(file.sheets);
  for (const source of file.sheets) {
    const isMeant = source === file.sheet;
    const sheet = book.sheet([]);
    const cells = isMeant ? new AddedCells(file, added) : undefined;
    for await (const rows of source.rows()) {
      for (const row of rows) sheet.rowAt(row.number, cells ? cells.with(row) : row.cells);
      yield book.drain();
    }
    sheet.end();
  }
  yield book.end();
}

/** What a rate makes of an amount. */
interface Made {
  readonly amount: Amount;
  readonly rate: string;
  readonly date: string;
  readonly converted: string;
  readonly decimals: number;
  readonly receipt: readonly string[];
}

class AddedCells {
  readonly #work: AddedWork<Made>;
  readonly #perTarget: number;

  constructor(
    private readonly file: SheetFile,
    private readonly added: Added,
  ) {
    const { names, reader, targets } = added;
    this.#perTarget = names.length / reader.sums.length / targets;
    this.#work = new AddedWork(added, (found, from, to) => this.#making(found, from, to));
  }

  with(row: ReadRow): readonly (SheetCell | undefined)[] {
    const { header, rowOf } = this.file;
    if (row.number < header.line) return row.cells;

    const cells: (SheetCell | undefined)[] = [...row.cells];
    cells.length = this.file.width();
    if (row.number === header.line) return [...cells, ...this.added.names.map(labelled)];

    const all = this.#work.of(rowOf(row, this.added.reader.columns));
    const none = new Array<undefined>(this.#perTarget).fill(undefined);
    return [...cells, ...all.flatMap((each, at) => (each ? this.#cellsOf(each, at, row) : none))];
  }

  #making(found: FoundRate, from: Unit, to: Unit): (amount: Amount) => Made {
    const { digits, receiptOf } = this.added;
    const decimals = digits ?? decimalsIn(to);
    const receipt = receiptOf ? receiptTexts(receiptOf([from.code, to.code], found.origin)) : [];
    return (amount) => ({
      ...amountAt(found, amount, decimals),
      amount,
      date: found.date,
      decimals,
      receipt,
    });
  }

  /** @param at number of the target, among those of all amounts */
  #cellsOf(made: Made, at: number, row: ReadRow): SheetCell[] {
    const { amount, rate, date, converted, decimals, receipt } = made;
    const sum = this.file.header.sums[Math.floor(at / this.added.targets)];
    const factor = sum && isFoundAgain(made) ? factorIn(row, sum, amount) : undefined;
    const rateCell = `${lettersOf(this.file.width() + at * this.#perTarget)}${row.number}`;
    const formula = factor && `ROUND(${factor}*${rateCell},${decimals})`;
    return [
      { kind: 'number', text: rate },
      { kind: 'date', text: date },
      { kind: 'number', text: converted, formula },
      ...receipt.map((text, place): SheetCell => {
        const isCount = place >= receipt.length - counts && text !== '';
        return { kind: isCount ? 'number' : 'text', text };
      }),
    ];
  }
}

/** By a spreadsheet, whose numbers have 15 digits: nearly always. */
const isFoundAgain = ({ amount, rate, converted, decimals }: Made) =>
  product(fifteenDigits(Number(amount) * Number(rate)), '1', decimals) === converted;

/** With which a receipt ends: `days` and `of`. */
const counts = 2;

const labelled = (text: string): SheetCell => ({ kind: 'label', text });

/** The cell that is the amount, with a minus where that is one more; undefined if the amount is text. */
function factorIn({ number, cells }: ReadRow, { amounts }: SumColumns, amount: Amount): string | undefined {
  for (const column of amounts) {
    const { kind, text } = cells[column] ?? {};
    const place = `${lettersOf(column)}${number}`;
    if (kind === 'number' && text === amount) return place;
    if (kind === 'number' && `-${text}` === amount) return `-${place}`;
  }
  return undefined;
}
