import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { nameDays, runsOf } from './days.mjs';
import { filesIn, isRight } from './files.mjs';
import { ratesOf } from './rates.mjs';
import { oldOutput } from './scenario.mjs';

/** Whether what was written is what the exit code says: all, a named part, or nothing. */
export function judgeOutput({ trial, service, home, run, clean }) {
  const { scenario } = trial;
  const found = besideIt(scenario, home, clean);
  const text = scenario.file ? readFileSync(join(home.output, scenario.file), 'utf8') : run.stdout.toString();
  const whole = run.code === 0 || run.code === 3;
  if (!whole && scenario.file) {
    if (text !== oldOutput && !clean)
      found.push({ kind: 'wrong', text: `ended with ${run.code}, and the old file is gone` });
    return found;
  }
  if (!whole && !scenario.folder) return found;
  try {
    const days = scenario.read(text, home.output);
    found.push(...wrongRates(days, service));
    if (whole) found.push(...missing(days, scenario, run, clean));
  } catch (error) {
    found.push({ kind: 'wrong', text: `the output ${error.message.slice(0, 120)}` });
  }
  return found;
}

function besideIt(scenario, home, clean) {
  const left = filesIn(home.output)
    .map((file) => relative(home.output, file))
    .filter((name) => name !== scenario.file && !(scenario.folder && /^\d{4}-\d\d-\d\d\.csv$/.test(name)));
  // a kill may leave what it was writing, until the next run
  return clean && left.length > 0 ? [{ kind: 'damaged', text: `left beside the output: ${left.slice(0, 3)}` }] : [];
}

function wrongRates(days, service) {
  const named = (what, list) =>
    list.length > 0 ? [{ kind: 'wrong', text: `${what} ${nameDays(list.map(([day]) => day))}` }] : [];
  const all = [...days];
  const read = (entries) => (typeof entries[0]?.[1] === 'number' ? Number : String);
  return [
    ...named(
      'other rates for',
      all.filter(([day, entries]) => !isRight(service, day, entries, read(entries))),
    ),
    ...named(
      'not in the order of codes:',
      all.filter(([, entries]) => typeof entries[0]?.[1] === 'string' && !isSorted(entries.map(([code]) => code))),
    ),
  ];
}

const isSorted = (codes) => codes.every((code, at) => at === 0 || codes[at - 1] < code);

/** What is not there is named, and makes 3 of 0. */
function missing(days, scenario, run, clean) {
  const said = run.stderr.toString();
  const absent = scenario.days().filter((day) => !days.has(day));
  const poorer = [...days].filter(([day, entries]) => entries.length < ratesOf(day).size).map(([day]) => day);
  const found = [];
  // an archive leaves to later runs what there is no quota for, or no budget after lost responses, and says so
  if (scenario.folder && run.code === 0 && /wait for \d{4}-|left for later runs/.test(said)) return found;
  // the service has every day, and says so to whoever asks again
  if (absent.length > 0 && (run.code === 0 || clean))
    found.push({ kind: 'wrong', text: `ended with ${run.code} without ${nameDays(absent)}` });
  const unnamed = runsOf(absent).filter(({ first }) => !said.includes(first));
  if (unnamed.length > 0)
    found.push({
      kind: 'wrong',
      text: `does not name ${nameDays(unnamed.map(({ first }) => first))}, which it lacks`,
    });
  // of stored days nothing remembers what their responses lacked
  if (scenario.folder || clean) return found;
  if (poorer.length > 0 && !said.includes('GBP') && !said.includes(poorer[0]))
    found.push({ kind: 'wrong', text: `does not name the rate that ${nameDays(poorer)} lacks` });
  if (poorer.length > 0 && run.code === 0)
    found.push({ kind: 'wrong', text: `ended with 0 although ${nameDays(poorer)} lacks a rate` });
  if (absent.length + poorer.length === 0 && run.code === 3 && !/usable|not kept|dropped|ignored/.test(said))
    found.push({ kind: 'wrong', text: 'ended with 3 although all is there' });
  return found;
}
