import { basename } from 'node:path';
import type { Code } from '../currencies/code.ts';
import { hundredthInWords, hundredthsOf, isHundredth, type Unit } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { rateInUnits } from '../rates/cross.ts';
import { addFigure, type OwnPeriods, type OwnRates, ownRates } from '../rates/own-rates.ts';
import type { RateRule } from '../rates/rules.ts';
import type { Reporter } from '../report/reporter.ts';
import { count } from '../words.ts';
import { asUtf8, byteText, foreignKind } from './csv/text.ts';
import { type InputFile, type InputHost, openInput } from './input-file.ts';
import { allTables, csvFormOf, csvRates, type LinePlace, type RateRow, type RateRows } from './rate-rows.ts';
import { damagedUtf16, UnusableFile } from './unusable-file.ts';

interface ReadingOptions {
  readonly host: InputHost;
  readonly reporter: Pick<Reporter, 'noteOnce' | 'problem'>;
}

/** Several files count as one. @throws Failure if one has no known form, or the rule needs days */
export async function readRatesFiles(
  paths: readonly string[],
  rule: RateRule,
  options: ReadingOptions,
): Promise<OwnRates> {
  const codes = new Set<Code>();
  const periods: OwnPeriods = new Map();
  for (const path of paths) await readRatesFile(path, codes, periods, options);
  const rates = ownRates([...new Set(paths.map((path) => basename(path)))], codes, periods);
  if (rule === 'day' || rates.newestDay) return rates;
  throw new Failure('no_rate', `--rate ${rule} needs rates of days, and ${rates.nameAndVerb} none`);
}

async function readRatesFile(
  path: string,
  codes: Set<Code>,
  periods: OwnPeriods,
  { host, reporter }: ReadingOptions,
) {
  if (path === '-') throw new Failure('bad_value', '--rates takes a file, not standard input');
  const file = basename(path);
  const input = await openInput(path, host);
  const place = { line: 0 };
  let unusable = 0;
  let first = '';

  try {
    for await (const rows of await rowsOf(input, place)) {
      for (const row of rows) {
        const { base, quote, period } = row;
        for (const unit of [base, quote]) if (isHundredth(unit)) reporter.noteOnce(hundredthInWords(unit));
        if (row.rate !== 0) addRow(row, file, periods);
        codes.add(base.code).add(quote.code);
        if (row.rate === 0 && unusable++ === 0)
          first = `${base.name}/${quote.name} for ${period.name} on line ${place.line}`;
      }
    }
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const line = place.line > 0 ? `line ${place.line} of ` : '';
    throw new Failure('bad_file', `${line}${file} ${error.message}`, ...(error.hint ? [error.hint] : []));
  } finally {
    await input.close();
  }
  if (unusable === 0) return;
  const what = `${count(unusable, 'unusable rate')} of ${file} left out`;
  reporter.problem(`${what}: ${unusable > 1 ? 'the first is ' : ''}${first}`);
}

/** Each form is known by what it begins with. @throws UnusableFile */
async function rowsOf(input: InputFile, place: LinePlace): Promise<RateRows> {
  const pieces = () => asUtf8(input.pieces(0), damagedUtf16);
  const { value } = await pieces().next();
  const beginning = byteText(value ?? Buffer.alloc(0));
  if (/^(?:\xef\xbb\xbf)?\s*</.test(beginning))
    return (await import('./hmrc-xml.ts')).hmrcRates(pieces(), place);

  const form = csvFormOf(beginning, allTables);
  if (form) return csvRates(pieces(), form, place);
  const foreign = foreignKind(beginning);
  if (foreign) throw new UnusableFile(`is ${foreign.what}`, 'save or export it as CSV');
  const columns = 'date (or period), base, quote and rate, or date, base and currencies';
  throw new UnusableFile(`has no header with the columns ${columns}`);
}

/** @throws UnusableFile */
function addRow(row: RateRow, file: string, periods: OwnPeriods) {
  const { period, base, quote, rate } = row;
  const otherRate = (than: string, hundredths: readonly Unit[]) =>
    new UnusableFile(
      `gives ${base.name}/${quote.name} another rate ${than}`,
      hundredths.map(hundredthInWords).join(', ') || undefined,
    );

  if (base.code === quote.code && rate !== 1)
    throw otherRate(`than ${rateInUnits('1', base, quote)}`, hundredthsOf(base.code));

  const earlier = addFigure(periods, { period, base: base.code, quote: quote.code, rate, file });
  if (!earlier) return;
  const where = earlier.file === file ? 'a line before it' : earlier.file;
  throw otherRate(`for ${period.name} than ${where}`, [base, quote].filter(isHundredth));
}
