import { type Code, hundredthIn, isAmong, parseCode, type Unit, unitOf } from '../currencies/code.ts';
import { codesBesideAmount } from '../currencies/nicknames.ts';
import { readOnce } from '../read-once.ts';
import { type Amount, readingsOf, withPoint } from './amount.ts';
import type { DecimalMark } from './decimal.ts';

/** The amount of a cell under each decimal mark; neither: it cannot be read. */
export interface AmountCell extends Readonly<Partial<Record<DecimalMark, Amount | undefined>>> {
  readonly text: string;
  /** Those that the cell's own sign or code can mean; undefined: it has none. */
  readonly units?: readonly Unit[] | undefined;
  /** Its sign, or the word for a debit, which is negative whatever its sign, or for a credit. */
  readonly mark?: 'minus' | 'plus' | 'debit' | 'credit' | undefined;
}

export const isRead = ({ point, comma }: AmountCell) => (point ?? comma) !== undefined;

/** Of a cell with an amount. */
const longest = 100;

/** The form of most amounts in a file: `-1234.50`, `12,5` or `7`. */
const simple = /^-?(?:0|[1-9]\d*)(?:[.,]\d\d?)?$/;

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** `1.5E+3` */
const scaled = /^\s*([-+]?[\d.,]*\d)e([-+]?\d\d?)\s*$/i;

/** In `Rs.500` the point belongs to the sign, in `1'000.–` nothing follows it. */
const cellForm =
  /^(?<before>\D*?)(?<digits>(?<![^\s(+$€£¥-])[.,]\d(?:.*\d)?|\d(?:.*\d)?)(?:(?<none>[.,])-{1,2}(?!-))?(?<after>\D*)$/s;

/**
 * Reads as `convert` does, but a single `.` may separate thousands; also marks of accounts, and signs of
 * currencies.
 * @param only the decimal mark of all cells, if it is known
 */
export function amountReader(only: DecimalMark | undefined, isKnown: (code: Code) => boolean) {
  const readAround = readOnce((around: string) => aroundIn(around, isKnown));

  function read(text: string, digits: string, { units, mark }: Around, power = 0): AmountCell {
    let point: Amount | undefined;
    let comma: Amount | undefined;
    for (const reading of readingsOf(digits)) {
      const sign = mark === 'minus' ? '-' : '';
      const amount = sign + (power ? withPoint(reading.amount, power) : reading.amount);
      if (reading.point !== ',' && only !== 'comma') point = amount;
      if (reading.point !== '.' && only !== 'point') comma = amount;
    }
    return { text, point, comma, units, mark };
  }

  return (text: string): AmountCell => {
    if (text.length > longest) return { text };
    if (simple.test(text)) {
      const amount = text.replace(',', '.');
      return {
        text,
        point: only === 'comma' || text.includes(',') ? undefined : amount,
        comma: only === 'point' || text.includes('.') ? undefined : amount,
        units: undefined,
        mark: text[0] === '-' ? 'minus' : undefined,
      };
    }
    const dashed = text.replace(dashes, '-');
    // nothing, as an empty cell is
    if (/^\s*--?\s*$/.test(dashed)) return { text: '' };
    const usual = dashed.replace(/(\d)[.,]\s*$/, '$1');
    const [, mantissa, power] = scaled.exec(usual) ?? [];
    const { before, digits = '', none, after } = cellForm.exec(mantissa ?? usual)?.groups ?? {};
    const around = digits && readAround(`${before}0${after}`);
    return around ? read(text, none ? `${digits}${none}00` : digits, around, Number(power ?? 0)) : { text };
  };
}

/** What is around the digits. */
type Around = Pick<AmountCell, 'units' | 'mark'>;

const marks = /[-+()]|(?<=0.*)(?<![^\s\-+()0])(?:DR|CR|[SDHC])(?![^\s\-+()])/gis;

/** Undefined if any of it is neither a mark nor of a currency. @param text with a 0 for the digits */
function aroundIn(text: string, isKnown: (code: Code) => boolean): Around | undefined {
  const sign = (text.match(marks) ?? []).join('');
  // one mark, or both brackets
  if (!/^(?:[-+]?|-?\(\)|DR|CR|[SDHC])$/i.test(sign)) return undefined;
  // two of them have to mean the same
  const others = text.replace(marks, ' ').replace('0', ' ').match(/\S+/g) ?? [];
  const [first, ...more] = others.map((each) => unitsOf(each, isKnown));
  const units = first?.filter((unit) => more.every((all) => isAmong(all, unit)));
  if (units?.length === 0) return undefined;
  return { units, mark: /[-(]/.test(sign) ? 'minus' : sign === '+' ? 'plus' : sideIn(sign) };
}

function unitsOf(text: string, isKnown: (code: Code) => boolean): readonly Unit[] {
  const hundredth = hundredthIn(text);
  if (hundredth) return [hundredth];
  const signed = codesBesideAmount(text);
  const code = signed.length > 0 ? undefined : parseCode(text);
  return (code && isKnown(code) ? [code] : signed).map(unitOf);
}

/** As banks call debits and credits. */
export function sideIn(text: string) {
  const name = text.trim();
  if (/^(?:af|d|s|dr|dbit|debit|debet|soll|-)$/i.test(name)) return 'debit';
  return /^(?:bij|c|h|k|cr|crdt|credit|haben|kredit|\+)$/i.test(name) ? 'credit' : undefined;
}

/** Of a debit and a credit, or of an amount whose side another cell names. */
export interface SidedAmount extends AmountCell {
  readonly problem?: {
    readonly reason: 'both' | 'neither' | 'side' | 'signed';
    /** Because of which. */
    readonly cell?: string;
  };
}

/** A row has one of them: a zero is as good as an empty cell. */
export function debitOrCredit(debit: AmountCell, credit: AmountCell): SidedAmount {
  const used = [debit, credit].filter((cell) =>
    isRead(cell) ? /[1-9]/.test(`${cell.point}${cell.comma}`) : cell.text.trim() !== '',
  );
  const unread = used.find((cell) => !isRead(cell));
  if (unread) return unread;
  const [one, other] = used;
  // with a mark, so that nothing else decides about its sign
  if (one && !other) return { ...one, mark: one === debit ? 'debit' : (one.mark ?? 'plus') };
  return { text: '', problem: { reason: one ? 'both' : 'neither' } };
}

/** An amount without a sign, of the side that another cell names. */
export function amountOnSide(cell: AmountCell, text: string): SidedAmount {
  if (!isRead(cell)) return cell;
  const side = sideIn(text);
  if (!side) return { ...cell, problem: { reason: 'side', cell: text } };
  if (cell.mark) return { ...cell, problem: { reason: 'signed', cell: cell.text } };
  return { ...cell, mark: side === 'debit' ? 'debit' : 'plus' };
}
