import { basename } from 'node:path';
import { type InputHost, openInput } from '../disk/input-file.ts';
import { usageError } from '../errors.ts';
import { OwnRates } from '../periods/own-rates.ts';
import type { RateRule } from '../periods/rate-rules.ts';
import { csvRates, Unusable } from './rate-rows.ts';

/** @throws Failure if it has not the form in which `series` writes csv and tsv */
export async function readRatesFile(path: string, rule: RateRule, host: InputHost): Promise<OwnRates> {
  if (path === '-') throw usageError('--rates takes a file, not standard input');
  const input = await openInput(path, host);
  const rates = new OwnRates(basename(path));
  const place = { line: 0 };
  try {
    for await (const rows of csvRates(input.pieces(0), place))
      for (const { period, base, quote, rate } of rows)
        if (!rates.add(period, base, quote, rate))
          throw new Unusable(`gives ${base}/${quote} another rate for ${period.name} than a line before it`);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const line = place.line > 0 ? `line ${place.line} of ` : '';
    throw usageError(`${line}${rates.name} ${error.message}`);
  } finally {
    await input.close();
  }
  if (rule === 'day' || rates.newestDay) return rates;
  throw usageError(`--rate ${rule} needs rates of days, and ${rates.name} has none`);
}
