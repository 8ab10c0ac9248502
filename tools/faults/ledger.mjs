import { nameDays, runsOf } from './days.mjs';

/** As the program has it where nothing else is said. */
const confirmAbove = 366;

/** Milliseconds after which an answer may have met the short timeout. */
const soon = 500;

/** What a run has spent that it should not have: days paid twice, or lost, and more than was agreed to. */
export function judgeCharges({ trial, service, run, clean, before, late }) {
  const exchanges = service.exchanges.filter((x) => x.run === (clean ? 1 : 0));
  const found = overConsent(trial, exchanges, run);
  const earlier = service.exchanges.filter((x) => x.run === 0);
  if (clean) found.push(...lost(earlier, exchanges, { trial, service, before, late }));
  const twice = repeated(exchanges, late && !clean);
  if (twice.length > 0) found.push({ kind: 'twice', text: `${twice.length} days: ${nameDays(twice)}` });
  return found;
}

/** Days charged for although an earlier exchange of the same run had delivered them. */
function repeated(exchanges, late) {
  const delivered = new Set();
  const twice = new Set();
  for (const x of exchanges) {
    for (const day of x.charged) if (delivered.has(day)) twice.add(day);
    for (const day of deliveredBy(x, late)) delivered.add(day);
  }
  return [...twice];
}

/**
 * Where the program has a short timeout, and a busy machine may make it pass: an answer that took long, or after which the
 * program hung up late, may have come too late for it; so may one whose request waited here before it was read.
 */
function deliveredBy(x, late) {
  const took = Math.max(x.finished - x.started, (x.hungUp ?? 0) - x.started, x.service.delay);
  return late && took > soon ? [] : x.delivered;
}

/** Answers that the run before had, and that the next one paid for again. */
function lost(earlier, exchanges, { trial, service, before, late }) {
  const told = askedOnceMore(before);
  const again = new Set(exchanges.flatMap(({ charged }) => charged).filter((day) => !told.has(day)));
  const found = [];
  const gone = earlier
    .map((x) => deliveredBy(x, late).filter((day) => again.has(day) && !x.notKept.includes(day)))
    .filter((days) => days.length > 0)
    // the largest are excused
    .toSorted((a, b) => b.length - a.length)
    .slice(inTransit(service, trial))
    .flat();
  const days = [...new Set(gone)];
  if (days.length > 0) found.push({ kind: 'lost', text: `${days.length} days: ${nameDays(days)}` });
  // who is interrupted need not say it
  if (service.signalledAt !== undefined) return found;
  const notKept = earlier.flatMap((x) => x.notKept).filter((day) => again.has(day));
  if (runsOf(notKept).some(({ first }) => !before.stderr.includes(first)))
    found.push({ kind: 'lost', text: `not kept and not named: ${nameDays(notKept)}` });
  return found;
}

/** Days that look poor beside one with many codes, as the run before has said. */
const askedOnceMore = ({ stderr }) =>
  new Set(Array.from(stderr.toString().matchAll(/^(\S+) has .* asked for once more/gm), ([, day]) => day));

/** A program that is ended may lose what was under way: as many requests as it sends at once, less those that were not answered. */
function inTransit(service, { options }) {
  if (service.signalledAt === undefined) return 0;
  return Math.max(0, options.concurrency - service.openAtSignal);
}

/** All that may be charged for stays within the cost that was shown, or what needs no confirming, unless `--yes`. */
function overConsent({ scenario, options }, exchanges, { stderr }) {
  const charged = exchanges.reduce((sum, x) => sum + x.charged.length, 0);
  if (options.yes && !scenario.mostCost) return [];
  const shown = Number(/cost (\d+) requests?/.exec(stderr.toString())?.[1] ?? 0);
  const most = scenario.mostCost ?? Math.max(shown, confirmAbove);
  return charged > most ? [{ kind: 'consent', text: `${charged} charged, ${most} agreed to` }] : [];
}
