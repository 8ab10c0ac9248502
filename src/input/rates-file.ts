import { basename } from 'node:path';
import { type Code, hundredthInWords, isHundredth } from '../currencies/code.ts';
import { Failure } from '../errors.ts';
import { addFigure, type FilePeriods, type FileRates, fileRates } from '../rates/file-rates.ts';
import type { RateRule } from '../rates/rules.ts';
import type { Reporter } from '../report/reporter.ts';
import { count } from '../words.ts';
import { byteText } from './csv/text.ts';
import { hmrcRates } from './hmrc-xml.ts';
import { type InputFile, type InputHost, openInput } from './input-file.ts';
import { allTables, csvFormOf, csvRates, type LinePlace, type RateRows } from './rate-rows.ts';
import { damagedUtf16, UnusableFile } from './unusable-file.ts';
import { asUtf8 } from './utf16.ts';

interface ReadingOptions {
  readonly host: InputHost;
  readonly reporter: Pick<Reporter, 'noteOnce' | 'problem'>;
}

/** Several files count as one. @throws Failure if one has no known form, or the rule needs days */
export async function readRatesFiles(
  paths: readonly string[],
  rule: RateRule,
  options: ReadingOptions,
): Promise<FileRates> {
  const codes = new Set<Code>();
  const periods: FilePeriods = new Map();
  for (const path of paths) await readRatesFile(path, codes, periods, options);
  const rates = fileRates([...new Set(paths.map((path) => basename(path)))], codes, periods);
  if (rule === 'day' || rates.newestDay) return rates;
  throw new Failure('no_rate', `--rate ${rule} needs rates of days, and ${rates.nameAndVerb} none`);
}

async function readRatesFile(
  path: string,
  codes: Set<Code>,
  periods: FilePeriods,
  { host, reporter }: ReadingOptions,
) {
  if (path === '-') throw new Failure('bad_value', '--rates takes a file, not standard input');
  const file = basename(path);
  const input = await openInput(path, host);
  const place = { line: 0 };
  const unusable: string[] = [];

  try {
    for await (const rows of await rowsOf(input, place)) {
      for (const { base, quote, period, rate } of rows) {
        const hundredths = [base, quote].filter(isHundredth).map(hundredthInWords);
        for (const words of hundredths) reporter.noteOnce(words);
        codes.add(base.code).add(quote.code);
        const pair = `${base.name}/${quote.name}`;
        if (rate === 0) {
          unusable.push(`${pair} for ${period.name} on line ${place.line}`);
          continue;
        }
        const earlier = addFigure(periods, { period, base: base.code, quote: quote.code, rate, file });
        if (!earlier) continue;
        const where = earlier.file === file ? 'a line before it' : earlier.file;
        const what = `gives ${pair} another rate for ${period.name} than ${where}`;
        throw new UnusableFile(what, hundredths.join(', ') || undefined);
      }
    }
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const line = place.line > 0 ? `line ${place.line} of ` : '';
    throw new Failure('bad_file', `${line}${file} ${error.message}`, ...(error.hint ? [error.hint] : []));
  } finally {
    await input.close();
  }
  if (unusable.length === 0) return;
  const what = `${count(unusable.length, 'unusable rate')} of ${file} left out`;
  reporter.problem(`${what}: ${unusable.length > 1 ? 'the first is ' : ''}${unusable[0]}`);
}

/** Each form is known by what it begins with. @throws UnusableFile */
async function rowsOf(input: InputFile, place: LinePlace): Promise<RateRows> {
  const pieces = () => asUtf8(input.pieces(), damagedUtf16);
  const { value } = await pieces().next();
  const beginning = byteText(value ?? Buffer.alloc(0));
  if (/^(?:\xef\xbb\xbf)?\s*</.test(beginning)) return hmrcRates(pieces(), place);

  const form = csvFormOf(beginning, allTables);
  if (form) return csvRates(pieces(), form, place);
  const columns = 'date (or period), base, quote and rate, or date, base and currencies';
  throw new UnusableFile(`has no header with the columns ${columns}`);
}
