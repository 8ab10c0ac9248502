import { faults } from './faults.mjs';
import { pick, randomFrom, shuffle } from './random.mjs';
import { scenarios } from './scenario.mjs';

const combinations = 800;

/**
 * All trials of a seed, each the same whenever it is run: every fault at every request of every scenario, every fault at
 * all requests for ever, and combinations. Shuffled, so that the first minute sees something of everything.
 */
export function planTrials(seed) {
  const singles = scenarios.flatMap((scenario) => [...once(scenario), ...always(scenario)]);
  const mixed = Array.from({ length: combinations }, (_, at) => combination(seed, at));
  return shuffle(randomFrom(seed), [...singles, ...mixed]).map((trial, number) => ({
    number,
    ...trial,
    options: optionsOf(randomFrom(seed, number)),
  }));
}

const fits = (fault, unit) => !fault.on || fault.on.includes(unit.endpoint);

function once(scenario) {
  return scenario
    .units()
    .flatMap((unit, at) =>
      faults
        .filter((fault) => fits(fault, unit))
        .map((fault) => ({ scenario, group: fault.group, script: [{ fault, unit: at, times: 1 }] })),
    );
}

function always(scenario) {
  if (scenario.name !== 'year' && scenario.name !== 'days') return [];
  return faults
    .filter(({ signals, heavy, group }) => !signals && !heavy && group !== 'none')
    .map((fault) => ({ scenario, group: fault.group, script: [{ fault, times: Number.POSITIVE_INFINITY }] }));
}

function combination(seed, number) {
  const random = randomFrom(seed, 'combination', number);
  const scenario = pick(random, scenarios);
  const units = scenario.units();
  const script = Array.from({ length: 2 + Math.floor(random() * 3) }, () => {
    const unit = Math.floor(random() * units.length);
    const fitting = faults.filter((fault) => fault.group !== 'none' && fits(fault, units[unit]));
    // every third is a kill, else the many other faults would leave few of them
    const kills = fitting.filter(({ signals }) => signals);
    const fault = pick(random, random() < 1 / 3 ? kills : fitting);
    return { fault, unit, times: pick(random, [1, 1, 2, 5]) };
  });
  return { scenario, group: 'combinations', script };
}

/** How the program is run, and how the service answers where nothing is wrong. */
function optionsOf(random) {
  return {
    concurrency: pick(random, [1, 4, 4]),
    yes: random() < 0.5,
    debug: random() < 0.25,
    configFile: random() < 0.25,
    gzip: random() < 0.5,
    chunked: random() < 0.3,
    nodeDebug: random() < 1 / 16,
  };
}

/** `year: reset after the headers at 2023-04` */
export function nameTrial({ scenario, script }) {
  const units = scenario.units();
  const parts = script.map(({ fault, unit, times }) => {
    const where = unit === undefined ? 'at every request' : `at ${units[unit].name}`;
    return `${fault.name} ${where}${times > 1 && times < 100 ? `, ${times} times` : ''}`;
  });
  return `${scenario.name}: ${parts.join(' + ')}`;
}
