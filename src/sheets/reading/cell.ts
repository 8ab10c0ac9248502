import { fifteenDigits } from '../../rates/decimal.ts';
import type { NumberKind } from './number-formats.ts';
import { from1904, momentText, serialOf, timeText } from './serial.ts';
import { damaged } from './unusable.ts';

/** What a cell says. */
export interface ReadCell {
  /** `formula`: one whose value is in no file, since it has never been calculated. */
  readonly kind: NumberKind | 'text' | 'boolean' | 'error' | 'formula';
  /** For people: a number is its decimal text, of at most 15 significant digits. */
  readonly text: string;
  /** Of numbers, days (since the end of 1899) and times (in days). */
  readonly value?: number;
}

/** As it stands in the file. */
export interface WrittenCell {
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly text: string;
  readonly formula: string | undefined;
}

export interface CellContext {
  readonly texts: readonly string[];
  /** Of each style. */
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
  /** Whether its program left the formulas to the next one, many with 0 for a value. */
  readonly isUncalculated: boolean;
}

/** Undefined if it is empty. */
export function readCell(cell: WrittenCell, context: CellContext): ReadCell | undefined {
  const { type, text, formula } = cell;
  const hasNoValue = text === '' || (text === '0' && context.isUncalculated);
  if (formula !== undefined && hasNoValue && type !== 'str') return { kind: 'formula', text: `=${formula}` };
  if (text === '') return undefined;

  switch (type) {
    case 's':
      return textCell(sharedText(text, context.texts));
    case 'str':
    case 'inlineStr':
      return textCell(text);
    case 'b':
      return { kind: 'boolean', text: /^\s*(?:1|true)\s*$/.test(text) ? 'TRUE' : 'FALSE' };
    case 'e':
      return { kind: 'error', text };
    case 'd': {
      const serial = serialOf(text);
      return serial === undefined ? textCell(text) : momentCell(serial);
    }
    default:
      return numberCell(text, context.kinds[Number(cell.style ?? 0)] ?? 'number', context.is1904);
  }
}

const textCell = (text: string): ReadCell | undefined => (text === '' ? undefined : { kind: 'text', text });

function sharedText(index: string, texts: readonly string[]): string {
  const text = /^\s*\d+\s*$/.test(index) ? texts[Number(index)] : undefined;
  if (text === undefined) throw damaged();
  return text;
}

/** In days: what is shown as a time and is as long as this is the time of a day that is not shown. */
const longestTime = 10_000;

const number = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function numberCell(text: string, kind: NumberKind, is1904: boolean): ReadCell {
  const value = number.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return { kind: 'text', text };
  if (kind === 'day' || (kind === 'time' && value >= longestTime))
    return momentCell(is1904 ? value + from1904 : value);
  if (kind === 'time' && value >= 0) return { kind, text: timeText(Math.round(value * 86_400_000)), value };
  return { kind: 'number', text: fifteenDigits(value), value };
}

function momentCell(value: number): ReadCell {
  const text = momentText(value);
  if (text !== undefined) return { kind: 'day', text, value };
  return value >= 0 && value < 1
    ? { kind: 'time', text: timeText(Math.round(value * 86_400_000)), value }
    : { kind: 'number', text: fifteenDigits(value), value };
}
