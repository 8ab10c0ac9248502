import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { remembered } from '../annotate/remembered.ts';
import { meaningOf, type Row, Scanner, textOf } from '../annotate/scanner.ts';
import { parsePeriod } from '../calendar/written.ts';
import { openInput } from '../disk/input-file.ts';
import { usageError } from '../errors.ts';
import { type OwnRate, OwnRates } from '../periods/own-rates.ts';
import type { RateRule } from '../periods/rate-rules.ts';
import { digitsIn } from '../rates/amount.ts';
import { timesExactly } from '../rates/arithmetic.ts';
import { parseCode } from '../rates/code.ts';

/** @throws Failure if it has not the form in which `series` writes csv and tsv */
export async function readRatesFile(
  path: string,
  rule: RateRule,
  { stdin, signal }: { readonly stdin: Readable; readonly signal: AbortSignal },
): Promise<OwnRates> {
  if (path === '-') throw usageError('--rates takes a file, not standard input');
  const input = await openInput(path, { stdin: () => stdin, temporary: tmpdir(), signal });
  const rates = new OwnRates(basename(path));
  let reading: ReturnType<typeof reader> | undefined;
  try {
    for await (const bytes of input.pieces(0)) {
      const text = textOf(bytes);
      reading ??= reader(text, rates);
      reading.read(text);
    }
    if (!reading) throw noHeader(rates);
    reading.end();
  } finally {
    await input.close();
  }
  if (rule === 'day' || rates.newestDay) return rates;
  throw usageError(`--rate ${rule} needs rates of days, and ${rates.name} has none`);
}

function reader(beginning: string, rates: OwnRates) {
  const { delimiter, columns, count } = headerOf(beginning, rates);
  const scanner = new Scanner(delimiter, columns);
  const readRate = rateReader(delimiter !== ',');
  const [readWhen, readCode] = [remembered(parsePeriod), remembered(parseCode)];
  let isHeader = true;

  function add({ cells, line, count: found }: Row): void {
    if (found === 0) return;
    if (isHeader) {
      isHeader = false;
      return;
    }
    const where = `line ${line} of ${rates.name}`;
    if (found !== count) throw usageError(`${where} has ${found} cells, its header has ${count}`);
    const [when = '', base = '', quote = '', rate = ''] = cells;
    const read = <Read>(of: (text: string) => Read | undefined, text: string, what: string): Read => {
      const value = of(text);
      if (value === undefined) throw usageError(`${where} has no readable ${what}: ${quoted(text)}`);
      return value;
    };
    const [from, to] = [read(readCode, base, 'base'), read(readCode, quote, 'quote')];
    const period = read(readWhen, when, 'day or period');
    if (!rates.add(period, from, to, read(readRate, rate, 'rate')))
      throw usageError(`${where} gives ${from}/${to} another rate for ${period.name} than a line before it`);
  }

  return {
    read(text: string): void {
      for (const row of scanner.scan(text)) add(row);
    },
    end(): void {
      for (const row of scanner.end()) add(row);
      if (scanner.openQuote === undefined) return;
      throw usageError(`line ${scanner.openQuote} of ${rates.name} has a quote that never closes`);
    },
  };
}

const quoted = (text: string) => JSON.stringify(meaningOf(text).slice(0, 40));

function headerOf(beginning: string, rates: OwnRates) {
  for (const delimiter of [',', ';', '\t', '|']) {
    const scanner = new Scanner(delimiter);
    const rows = [...scanner.scan(beginning), ...scanner.end()];
    const names = rows.find(({ count }) => count > 0)?.cells.map(nameOf) ?? [];
    const when = names.includes('period') ? 'period' : 'date';
    const columns = [when, 'base', 'quote', 'rate'].map((name) => names.indexOf(name));
    if (!columns.includes(-1)) return { delimiter, columns, count: names.length };
  }
  throw noHeader(rates);
}

/** Without the mark of UTF-8. */
const nameOf = (cell: string) =>
  meaningOf(cell)
    .replace(/^(\ufeff)/, '')
    .trim()
    .toLowerCase();

const noHeader = ({ name }: OwnRates) =>
  usageError(`${name} has no header with the columns date (or period), base, quote and rate`);

/** A number, or its digits if no number has them all. Undefined also for another decimal mark than in earlier rates. */
function rateReader(mayHaveComma: boolean): (text: string) => OwnRate | undefined {
  let usual: string | undefined;
  return (text) => {
    const found = /^\s*(?=[.,]?\d)\d*(?:([.,])\d+)?(?:e[+-]?\d\d?)?\s*$/i.exec(text);
    const mark = found?.[1];
    if (!found || (mark === ',' && !mayHaveComma)) return undefined;
    usual ??= mark;
    if (mark !== undefined && mark !== usual) return undefined;
    const decimal = text.trim().replace(',', '.');
    if (decimal.length <= numberDigits) return Number(decimal);
    const plain = timesExactly(decimal, '1');
    return digitsIn(plain) <= numberDigits ? Number(plain) : plain;
  };
}

const numberDigits = 15;
