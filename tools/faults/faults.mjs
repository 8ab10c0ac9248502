import { connectionFaults } from './faults/connection.mjs';
import { contentFaults } from './faults/contents.mjs';
import { echoFaults } from './faults/echoes.mjs';
import { headerFaults } from './faults/headers.mjs';
import { signalFaults } from './faults/signals.mjs';
import { statusFaults } from './faults/status.mjs';

const groups = {
  connection: connectionFaults,
  status: statusFaults,
  contents: contentFaults,
  headers: headerFaults,
  echoes: echoFaults,
  signals: signalFaults,
};

/** Nothing is wrong: what the ledger finds here is the harness's own fault, or a plain defect. */
const none = { name: 'none', group: 'none', play: (x) => x.answer() };

/**
 * All that can go wrong with an answer. Each has a `name`, and `play`, which answers an exchange: `bring` says which days
 * arrive whole and right (those are never to be asked for again), `charge` alone that days were paid for and lost.
 * `on`: endpoints for which it makes sense (all). `waits`: the program finds out by its timeout. `signals`: it ends the
 * program. `heavy`: megabytes. `ends`: exit codes of a run that meets it once.
 */
export const faults = [
  none,
  ...Object.entries(groups).flatMap(([group, list]) =>
    list.map((fault) => ({ group, on: ['time-series', 'historical', 'usage'], ...fault })),
  ),
];

export const groupNames = Object.keys(groups);
