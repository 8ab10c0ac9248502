import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { here } from './here.mjs';
import { planTrials } from './plan.mjs';
import { endAll } from './program.mjs';
import { digest, failure, story, tally } from './report.mjs';
import { runTrial } from './trial.mjs';
import { onWine } from './wine.mjs';

const usage = `npm run faults [-- OPTIONS]

Runs the built program against a service that fails in every way we know of, and then once more against one that does not.
Each trial has a ledger: days lost, paid twice or wrong, damaged files, endless runs, crashes, exit codes, the key in any byte, and
what was charged beyond consent. All of it takes three quarters of an hour on two idle cores. Ends with 1 where something was found.

  --seconds N    begin no trial after so many seconds (all of them)
  --seed S       other order, other combinations (1)
  --trial N      this trial alone, in full; --keep leaves its files
  --first N      the first N of them
  --jobs N       trials at once (4): they mostly wait
  --scenario W   those whose scenario has this name
  --fault W      those with a fault of this name
  --combined     combinations of faults alone
  --guard N      seconds after which a run is endless (240; what waits longest needs half)
  --program P    run this in place of bin/ratebook.cjs
  --wine NODE    run it by this node.exe of Windows, as far as Wine is one; each signal is a kill there`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    trial: { type: 'string' },
    guard: { type: 'string', default: '240' },
    keep: { type: 'boolean', default: false },
    first: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '4' },
    scenario: { type: 'string' },
    fault: { type: 'string' },
    combined: { type: 'boolean', default: false },
    program: { type: 'string', default: join(import.meta.dirname, '../../bin/ratebook.cjs') },
    wine: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(usage);
else process.exitCode = (await sweep()) ? 0 : 1;

/** Whether nothing was found. */
async function sweep() {
  const { seed, program, keep } = values;
  const trials = planTrials(seed).filter(isWanted).slice(0, Number(values.first));
  if (trials.length === 0) throw new Error('no such trial');
  const system = values.wine ? onWine(values.wine) : here;
  const results = [];
  let stopped = false;
  // the first time what has begun is seen to its end, and the tally printed
  const stop = () => {
    if (stopped) process.exit(130);
    stopped = true;
  };
  const started = performance.now();
  const end = started + Number(values.seconds) * 1000;
  const queue = trials[Symbol.iterator]();
  const worker = async () => {
    for (const trial of queue) {
      if (stopped || performance.now() > end) return;
      const result = await runTrial(trial, { seed, system, program, guard: Number(values.guard) * 1000, keep });
      results.push(lean(result));
      progress(results, trials);
      if (values.trial) console.log(story(result, keep));
      if (result.found.length > 0) console.log(failure(result, seed));
    }
  };
  process.once('exit', () => {
    endAll();
    system.end();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  const minutes = (performance.now() - started) / 60_000;
  summarize(results, trials.length, minutes);
  return results.every(({ found }) => found.length === 0);
}

/** Where somebody looks on. */
function progress(results, { length }) {
  if (process.stderr.isTTY) process.stderr.write(`\r${results.length} of ${length} `);
}

function isWanted({ number, scenario, script }) {
  if (values.trial !== undefined) return number === Number(values.trial);
  if (values.combined && script.length < 2) return false;
  if (values.scenario && scenario.name !== values.scenario) return false;
  return !values.fault || script.some(({ fault }) => fault.name === values.fault);
}

/** Without the outputs, of which thousands would fill the memory. */
function lean({ trial, found, met, exchanges }) {
  const charged = exchanges.flatMap((x) => x.charged);
  return { trial, found, met, charged: charged.length, again: charged.length - new Set(charged).size };
}

function summarize(results, all, minutes) {
  const failed = results.filter(({ found }) => found.length > 0);
  if (failed.length > 0) console.log(`\n${digest(failed, values.seed)}`);
  console.log(`\n${tally(results)}`);
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  const again = sum((result) => result.again);
  console.log(
    `\n${sum((result) => result.charged)} days charged for, ${again} of them again: what came did not arrive whole`,
  );
  const speed = (results.length / minutes).toFixed(0);
  console.log(
    `\nseed ${values.seed}: ${results.length} of ${all} trials in ${minutes.toFixed(1)} min, ${speed} a minute; ${failed.length} failed`,
  );
}
