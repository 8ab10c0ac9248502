import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ratesOf } from './rates.mjs';

/** Files of a folder and all below it. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Held days that are not what the service says, and files that should not be there. */
export function judgeStore({ trial, service, home, clean }) {
  const found = [];
  const days = new Set(trial.scenario.days());
  for (const file of filesIn(home.data)) {
    const name = relative(home.data, file);
    const day = /\/historical\/(\d{4}-\d\d-\d\d)\.json$/.exec(name)?.[1];
    // a kill may leave what it was writing, until the next run
    if (!day && clean) found.push({ kind: 'damaged', text: `${name} was left` });
    if (!day) continue;
    const wrong = judgeHeld(file, day, days, service);
    if (wrong) found.push({ ...wrong, text: `${name} ${wrong.text}` });
  }
  return found;
}

function judgeHeld(file, day, days, service) {
  let held;
  try {
    held = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return { kind: 'damaged', text: `cannot be read: ${error.message.slice(0, 80)}` };
  }
  if (held.base !== 'USD' || typeof held.rates !== 'object' || !held.rates)
    return { kind: 'damaged', text: 'is no day' };
  if (!days.has(day)) return { kind: 'wrong', text: 'was never asked for' };
  const entries = Object.entries(held.rates);
  return isRight(service, day, entries, (rate) => Number(rate)) && entries.every(([, rate]) => typeof rate === 'number')
    ? undefined
    : { kind: 'wrong', text: `has other rates: ${JSON.stringify(held.rates).slice(0, 100)}` };
}

/** Whether these rates, in order of their codes, are those of the day, or others that the service has sent and that are right too. */
export function isRight(service, day, entries, read = (rate) => rate) {
  return [ratesOf(day), ...service.rightRates(day)].some(
    (rates) =>
      entries.length === rates.size &&
      entries.every(([code, rate]) => rates.has(code) && read(rate) === read(rates.get(code))),
  );
}

/** Where the key is, in any writing of it, outside of the configuration. */
export function findKey({ home, key, run }) {
  const places = { stdout: run.stdout, stderr: run.stderr };
  for (const folder of [home.data, home.state, home.output, home.tmp])
    for (const file of filesIn(folder)) {
      const name = relative(home.root, file);
      places[name] = readFileSync(file);
      if (name.includes(key)) return [{ kind: 'key', text: `in the name ${name}` }];
    }
  const writings = [key, key.toUpperCase(), btoa(key).slice(0, 40)].flatMap((text) => [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
  ]);
  const holds = (bytes) => writings.some((writing) => unpacked(bytes).includes(writing));
  const where = Object.keys(places).filter((name) => holds(places[name]));
  return where.length > 0 ? [{ kind: 'key', text: `in ${few(where)}` }] : [];
}

const few = (names) => names.slice(0, 2).join(', ') + (names.length > 2 ? ` and ${names.length - 2} more` : '');

function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return Buffer.concat([bytes, gunzipSync(bytes, { maxOutputLength: 2 ** 27 })]);
  } catch {
    return bytes;
  }
}
