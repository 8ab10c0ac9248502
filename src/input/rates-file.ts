import { basename } from 'node:path';
import { hundredthInWords, hundredthsOf, isHundredth, type Unit } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { rateInUnits } from '../rates/cross.ts';
import { OwnRates } from '../rates/own-rates.ts';
import type { RateRule } from '../rates/rules.ts';
import type { Reporter } from '../report/reporter.ts';
import { count } from '../words.ts';
import { asUtf8, byteText } from './csv/text.ts';
import { csvRates, hmrcHeaderOf, longHeaderOf, wideHeaderOf } from './csv-rates.ts';
import { damagedUtf16, UnusableFile } from './day-documents.ts';
import { type InputFile, type InputHost, openInput } from './input-file.ts';
import { type LinePlace, type RateRow, type RateRows, rateOfCurrencies } from './rate-row.ts';

interface RatesFileOptions {
  readonly host: InputHost;
  readonly reporter: Pick<Reporter, 'noteOnce' | 'problem'>;
}

/** Several files count as one. @throws Failure if one has no known form, or the rule needs days */
export async function readRatesFiles(
  paths: readonly string[],
  rule: RateRule,
  reading: RatesFileOptions,
): Promise<OwnRates> {
  const rates = new OwnRates([...new Set(paths.map((path) => basename(path)))]);
  for (const path of paths) await readRatesFile(path, rates, reading);
  if (rule === 'day' || rates.newestDay) return rates;
  throw new Failure('no_rate', `--rate ${rule} needs rates of days, and ${rates.nameAndVerb} none`);
}

async function readRatesFile(
  path: string,
  rates: OwnRates,
  { host, reporter }: RatesFileOptions,
): Promise<void> {
  if (path === '-') throw new Failure('bad_value', '--rates takes a file, not standard input');
  const file = basename(path);
  const input = await openInput(path, host);
  const place = { line: 0 };
  let unusable = 0;
  let first = '';

  try {
    for await (const rows of await rowsOf(input, place)) {
      for (const row of rows) {
        place.line = row.line ?? place.line;
        const hundredths = [row.base, row.quote].filter(isHundredth);
        for (const unit of hundredths) reporter.noteOnce(hundredthInWords(unit));
        if (addRow(row, file, rates)) continue;
        unusable++;
        first ||= `${row.base.name}/${row.quote.name} for ${row.period.name} on line ${place.line}`;
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

/** Each form is known by what it begins with. */
async function rowsOf(input: InputFile, place: LinePlace): Promise<RateRows> {
  const pieces = () => asUtf8(input.pieces(0), damagedUtf16);
  for await (const piece of pieces()) {
    if (!/^(?:\xef\xbb\xbf)?\s*</.test(byteText(piece))) break;
    const { hmrcRates } = await import('./hmrc-xml.ts');
    return hmrcRates(pieces(), place);
  }
  return csvRates(pieces(), place, headerOf);
}

const headerOf = (beginning: string) =>
  longHeaderOf(beginning) ?? wideHeaderOf(beginning) ?? hmrcHeaderOf(beginning);

/** False if its rate is unusable. @throws Unusable */
function addRow(row: RateRow, file: string, rates: OwnRates): boolean {
  const { period, base, quote } = row;
  rates.codes.add(base.code).add(quote.code);
  if (row.rate === 0) return false;

  const rate = rateOfCurrencies(row);
  const another = (than: string, hundredths: readonly Unit[]) =>
    new UnusableFile(
      `gives ${base.name}/${quote.name} another rate ${than}`,
      hundredths.map(hundredthInWords).join(', ') || undefined,
    );

  if (base.code === quote.code && rate !== 1)
    throw another(`than ${rateInUnits('1', base, quote)}`, hundredthsOf(base.code));

  const earlier = rates.add({ period, base: base.code, quote: quote.code, rate, file });
  if (!earlier) return true;
  const where = earlier.file === file ? 'a line before it' : earlier.file;
  throw another(`for ${period.name} than ${where}`, [base, quote].filter(isHundredth));
}
