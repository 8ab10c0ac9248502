import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { filesIn } from './files.mjs';
import { judge } from './judge.mjs';
import { runProgram } from './program.mjs';
import { randomFrom } from './random.mjs';
import { oldOutput } from './scenario.mjs';
import { Service } from './service.mjs';

/** In memory where that is to be had: a trial writes hundreds of files. */
const roomy = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Seconds that an answer may take where nothing waits for them to pass. */
const longTimeout = 30;

/** Few, so that they pass soon; with megabytes the service itself is busy for longer, and hears nobody. */
const shortTimeout = (system, script) => (script.some(({ fault }) => fault.heavy) ? 10 : system.shortTimeout);

/** Runs a command against the service with the faults, then without any; what was found, and both runs. */
export async function runTrial(trial, { seed, system, program, guard, keep }) {
  const { scenario, options, script } = trial;
  const home = newHome(system, scenario);
  const key = keyOf(seed, trial.number);
  const service = new Service({ key, timeSeries: scenario.timeSeries, ...options });
  await service.listen();
  try {
    const played = { met: 0 };
    const late = script.some(({ fault }) => fault.waits);
    const run = (timeout, watch) =>
      runProgram(program, argsOf(scenario, options, home), {
        system,
        env: environment(home, service.url, key, timeout, options),
        cwd: home.output,
        guard,
        watch,
      });
    service.script = aimed(trial, played);
    const faulty = await run(late ? shortTimeout(system, script) : longTimeout, (signal) => {
      service.signal = signal;
    });
    const found = judge({ trial, service, home, key, run: faulty, clean: false, late });
    service.signal = () => {};
    service.script = () => undefined;
    await service.settled();
    service.run = 1;
    makeOld(home);
    const clean = await run(longTimeout);
    found.push(...judge({ trial, service, home, key, run: clean, clean: true, before: faulty, late }));
    return {
      trial,
      found,
      met: played.met,
      runs: [faulty, clean],
      exchanges: service.exchanges,
      home: home.root,
    };
  } finally {
    service.close();
    if (!keep) rmSync(home.root, { recursive: true, force: true });
  }
}

function newHome(system, scenario) {
  const root = mkdtempSync(join(roomy, 'ratebook-faults-'));
  const home = { ...system.homeIn(root), output: join(root, 'output') };
  for (const name of ['data', 'state', 'output', 'tmp']) mkdirSync(home[name], { recursive: true });
  if (scenario.file) writeFileSync(join(home.output, scenario.file), oldOutput);
  return home;
}

/** Two days pass for what a kill has left: what is younger may still be another process's. */
function makeOld(home) {
  const then = new Date(Date.now() - 2 * 86_400_000);
  for (const file of [...filesIn(home.data), ...filesIn(home.output)])
    if (basename(file).startsWith('.')) utimesSync(file, then, then);
}

const hex = (random) => Math.floor(random() * 16).toString(16);
function keyOf(seed, number) {
  const random = randomFrom(seed, 'key', number);
  return Array.from({ length: 32 }, () => hex(random)).join('');
}

function argsOf(scenario, { concurrency, yes, debug }, home) {
  return [
    ...scenario.args(home.output),
    '--concurrency',
    String(concurrency),
    ...(yes && scenario.name !== 'archive' ? ['--yes'] : []),
    ...(debug ? ['--debug'] : []),
  ];
}

function environment(home, url, key, timeout, { configFile, nodeDebug }) {
  if (configFile) {
    mkdirSync(dirname(home.configFile), { recursive: true, mode: 0o700 });
    writeFileSync(home.configFile, JSON.stringify({ app_id: key }), { mode: 0o600 });
  }
  return {
    PATH: process.env.PATH,
    ...home.env,
    RATEBOOK_BASE_URL: url,
    RATEBOOK_TIMEOUT: String(timeout),
    ...(nodeDebug ? { NODE_DEBUG: 'undici' } : {}),
    ...(configFile ? {} : { RATEBOOK_APP_ID: key }),
  };
}

/** Which fault an exchange meets: the first of the script that is aimed at it and not used up. */
function aimed({ scenario, script }, played) {
  const units = scenario.units();
  const left = script.map(({ times }) => times);
  return (x) => {
    const at = script.findIndex(
      ({ fault, unit }, index) =>
        left[index] > 0 && (unit === undefined || units[unit].has(x)) && (!fault.on || fault.on.includes(x.endpoint)),
    );
    if (at < 0) return undefined;
    left[at]--;
    played.met++;
    x.fault = script[at].fault.name;
    return script[at].fault.play;
  };
}
