import { basename } from 'node:path';
import { type InputHost, openInput } from '../disk/input-file.ts';
import { usageError } from '../errors.ts';
import { OwnRates } from '../periods/own-rates.ts';
import type { RateRule } from '../periods/rate-rules.ts';
import { rateInUnits } from '../rates/pair-rate.ts';
import { hundredthInWords, hundredthsOf, isHundredth, type Unit } from '../rates/units.ts';
import type { Reporter } from '../report/reporter.ts';
import { csvRates, longHeaderOf, wideHeaderOf } from './csv-rates.ts';
import { type RateRow, rateOfCurrencies } from './rate-row.ts';
import { Unusable } from './unusable.ts';

interface Reading {
  readonly host: InputHost;
  readonly reporter: Pick<Reporter, 'noteOnce'>;
}

/** @throws Failure if it has not the form in which `series` writes csv and tsv */
export async function readRatesFile(path: string, rule: RateRule, reading: Reading): Promise<OwnRates> {
  const { host, reporter } = reading;
  if (path === '-') throw usageError('--rates takes a file, not standard input');
  const input = await openInput(path, host);
  const rates = new OwnRates(basename(path));
  const place = { line: 0 };

  try {
    for await (const rows of csvRates(input.pieces(0), place, headerOf)) {
      for (const row of rows) {
        const hundredths = [row.base, row.quote].filter(isHundredth);
        for (const unit of hundredths) reporter.noteOnce(hundredthInWords(unit));
        addRow(row, rates);
      }
    }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const line = place.line > 0 ? `line ${place.line} of ` : '';
    throw usageError(`${line}${rates.name} ${error.message}`, ...(error.hint ? [error.hint] : []));
  } finally {
    await input.close();
  }

  if (rule === 'day' || rates.newestDay) return rates;
  throw usageError(`--rate ${rule} needs rates of days, and ${rates.name} has none`);
}

const headerOf = (beginning: string) => longHeaderOf(beginning) ?? wideHeaderOf(beginning);

/** @throws Unusable */
function addRow(row: RateRow, rates: OwnRates): void {
  const { period, base, quote } = row;
  const rate = rateOfCurrencies(row);
  const another = (than: string, hundredths: readonly Unit[]) =>
    new Unusable(
      `gives ${base.name}/${quote.name} another rate ${than}`,
      hundredths.map(hundredthInWords).join(', ') || undefined,
    );

  if (base.code === quote.code && rate !== 1)
    throw another(`than ${rateInUnits('1', base, quote)}`, hundredthsOf(base.code));
  if (!rates.add(period, base.code, quote.code, rate))
    throw another(`for ${period.name} than a line before it`, [base, quote].filter(isHundredth));
}
