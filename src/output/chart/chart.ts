import type { Document, Format } from '../format.ts';
import { drawing, type Picture } from '../picture/picture.ts';
import { foldWords } from '../table/fit.ts';
import { legend } from './legend.ts';
import { axisRows, plot } from './plot.ts';
import { type ChartStyle, chartStyleOf } from './style.ts';

/** Lines in a terminal: braille, or characters where nothing but ASCII can be shown. */
export const chart: Format = (document) => drawing(document, (picture) => draw(picture, document));

const leastRows = 4;

function* draw(picture: Picture, document: Document): Generator<string> {
  const { lines } = picture;
  if (lines.length === 0) return;
  const { width, height } = sizeOf(document);
  const style = chartStyleOf(document);
  const isAscii = document.ascii === true;
  const titles = titleLines(picture, width, style);
  const below = legend(lines, width, style, isAscii);
  const least = Math.max(leastRows, lines.length);
  const room = height - titles.length - axisRows;
  // a low terminal has no room for figures; the lines have their names beside them
  const foot = room - below.length < least ? [] : below;
  // not much higher than wide
  const rows = Math.max(least, Math.min(room - foot.length, Math.floor(width / 3)));

  yield* titles;
  yield* plot(picture, { width, rows, isAscii, style });
  yield* foot;
}

function titleLines({ title, subtitle }: Picture, width: number, { strong, quiet }: ChartStyle): string[] {
  const whole = `${title}, ${subtitle}`;
  if (whole.length <= width) return [strong(whole)];
  return [...foldWords(title, width).map(strong), ...foldWords(subtitle, width).map(quiet)];
}

function sizeOf({ width, lines }: Document): { readonly width: number; readonly height: number } {
  // the shell's prompt takes a line
  return lines === undefined ? { width: 80, height: 24 } : { width, height: lines - 1 };
}
