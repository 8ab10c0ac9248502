import { startOf } from './days.mjs';
import { hash } from './random.mjs';

const disclaimer = 'Made up for trials.';
const license = 'https://service.example/license';

const levels = { AED: 3.6725, BTC: 0.00002, CHF: 0.9, EUR: 0.92, GBP: 0.79, JPY: 148, LD: 320, XAU: 0.0005 };
export const codes = [...Object.keys(levels), 'USD'].sort();

/** The rates of a day, as the service writes them: code -> decimal. */
export function ratesOf(day) {
  return new Map(codes.map((code) => [code, code === 'USD' ? '1' : rateOf(day, code)]));
}

function rateOf(day, code) {
  const change = 1 + (hash(`${day} ${code}`) % 10_000) / 100_000;
  const places = levels[code] < 0.01 ? 12 : 6;
  return (levels[code] * change).toFixed(places).replace(/\.?0+$/, '');
}

/** JSON of rates, a decimal as it stands. */
export const ratesText = (rates) =>
  `{${[...rates].map(([code, rate]) => `${JSON.stringify(code)}:${rate}`).join(',')}}`;

/** A day's answer; `fields` replaces parts of it by other JSON, or leaves them out (undefined). */
export function dayBody(day, fields = {}) {
  const timestamp = startOf(day) / 1000 + 86_399;
  return object({
    ...terms,
    timestamp: String(timestamp),
    base: '"USD"',
    rates: ratesText(ratesOf(day)),
    ...fields,
  });
}

/** A series' answer; `dayRates` tells the JSON of a day's rates, or nothing for a day that is to be missing. */
export function seriesBody(days, fields = {}, dayRates = (day) => ratesText(ratesOf(day))) {
  const rates = days.map((day) => [day, dayRates(day)]).filter(([, text]) => text !== undefined);
  return object({
    ...terms,
    start_date: JSON.stringify(days[0]),
    end_date: JSON.stringify(days.at(-1)),
    base: '"USD"',
    rates: `{${rates.map(([day, text]) => `"${day}":${text}`).join(',')}}`,
    ...fields,
  });
}

const terms = { disclaimer: JSON.stringify(disclaimer), license: JSON.stringify(license) };

const object = (fields) =>
  `{${Object.entries(fields)
    .filter(([, json]) => json !== undefined)
    .map(([name, json]) => `"${name}":${json}`)
    .join(',')}}`;

/** What the key has used; asking for it is free. */
export function usageBody(key, timeSeries) {
  const features = {
    base: false,
    symbols: false,
    experimental: true,
    'time-series': timeSeries,
    convert: false,
  };
  const plan = {
    name: 'Trial',
    quota: '100,000 requests/month',
    update_frequency: '3600s',
    features,
  };
  const usage = {
    requests: 100,
    requests_quota: 100_000,
    requests_remaining: 99_900,
    days_elapsed: 10,
    days_remaining: 20,
    daily_average: 10,
  };
  return JSON.stringify({ status: 200, data: { app_id: key, status: 'active', plan, usage } });
}

/** The service's words for a refusal or failure. */
export const errorBody = (status, message, description = 'Please contact support.') =>
  JSON.stringify({ error: true, status, message, description });
