import { groupNames } from './faults.mjs';
import { controlCharacter, kinds } from './judge.mjs';
import { nameTrial } from './plan.mjs';

/** The tally: a row a group of faults, a column a kind of failure; trials are counted once for each kind. */
export function tally(results) {
  const groups = ['none', ...groupNames, 'combinations'].filter((name) =>
    results.some(({ trial }) => trial.group === name),
  );
  const header = ['', 'trials', 'faults', ...kinds];
  const rows = groups.map((name) =>
    row(
      name,
      results.filter(({ trial }) => trial.group === name),
    ),
  );
  return table([header, ...rows, row('all', results)]);
}

function row(name, results) {
  const having = (kind) => results.filter(({ found }) => found.some((one) => one.kind === kind)).length;
  const met = results.reduce((sum, result) => sum + result.met, 0);
  return [name, results.length, met, ...kinds.map(having)].map(String);
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '))
    .join('\n');
}

/** A failure, and how to see it again. */
export function failure({ trial, found }, seed) {
  const lines = found.map(({ kind, text }) => `  ${kind}: ${printable(text)}`);
  return [
    `${nameTrial(trial)}${debugged(trial)}`,
    ...lines,
    `  replay: npm run faults -- --seed ${seed} --trial ${trial.number}`,
  ].join('\n');
}

/** Faults by what they did, most often first; one trial of each to look at. */
export function digest(results, seed) {
  const causes = new Map();
  for (const { trial, found } of results) {
    if (trial.script.length > 1) continue;
    for (const kind of new Set(found.map((one) => one.kind))) {
      const name = `${kind}: ${trial.script[0].fault.name}${debugged(trial)}`;
      const cause = causes.get(name) ?? { count: 0, first: trial.number };
      causes.set(name, { ...cause, count: cause.count + 1 });
    }
  }
  return [...causes]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, { count, first }]) => `${name} (${count})  --seed ${seed} --trial ${first}`)
    .join('\n');
}

const debugged = ({ options }) => (options.nodeDebug ? ', under NODE_DEBUG=undici' : '');

/** A trial in full, for whoever replays it. */
export function story({ trial, runs, exchanges, home }, keep) {
  const asked = exchanges.map((x) => {
    const days = x.days.length > 1 ? `${x.days[0]}..${x.days.at(-1)}` : (x.days[0] ?? '');
    const fault = x.fault ? `, ${x.fault}` : '';
    return `  run ${x.run + 1}: ${x.endpoint} ${days}${fault}: charged ${x.charged.length}, delivered ${x.delivered.length}`;
  });
  const ran = runs.map(
    ({ code, signal, stderr }, at) =>
      `run ${at + 1} ended with ${code ?? signal}\n${indent(printable(stderr.toString()))}`,
  );
  const options = JSON.stringify(trial.options);
  return [nameTrial(trial), options, ...asked, ...ran, ...(keep ? [`all of it: ${home}`] : [])].join('\n');
}

const indent = (text) => text.trimEnd().slice(0, 20_000).replace(/^/gm, '  ');

const printable = (text) => text.replace(new RegExp(controlCharacter, 'gu'), '?');
