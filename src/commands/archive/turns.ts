import { join } from 'node:path';
import { holding } from '../../disk/claims.ts';
import { usageIfAnswered } from '../../run/run.ts';
import type { Budget, Ledger } from '../../sources/ledger.ts';
import type { Usage } from '../../sources/source.ts';
import { Remembered } from '../../store/remembered.ts';
import type { ArchiveJob } from './job.ts';

/** Requests. Look-ups and other machines take no turns: an archive notices them this late at most. */
const mostOfATurn = 25;

/** Milliseconds in which the service has counted what a dead process sent. */
const settling = 60_000;

export interface Turn {
  readonly usage: Usage | undefined;
  /** Requests that may have been spent without `usage` knowing. */
  readonly pending: number;
  readonly most: number;
  /** From now on the turn may cost so much, even if this process dies. @throws Failure */
  announce(most: number): Promise<void>;
  /** Whether another process has taken over, as after this machine slept. */
  isOver(): boolean;
}

interface Spender {
  readonly job: ArchiveJob;
  readonly ledger: Ledger;
  /** What counts if the service does not answer. */
  readonly last: Usage | undefined;
}

/** Archives that share a key and the folder spend in turns: what one has learnt is true when it spends. */
export async function takingTurns<T>(spender: Spender, work: (turn: Turn) => Promise<T>): Promise<T> {
  const { job, ledger, last } = spender;
  const { run, holdings } = job;
  const folder = holdings.store.places.spending;
  const { account } = await run.connect();
  if (account === undefined) return work(endless(await usageIfAnswered(run)));

  const alone = await holding(folder, account, run.host.signal, async (check) => {
    const usage = (await usageIfAnswered(run)) ?? last;
    if (usage?.remaining === undefined) return { usage };

    const note = noteOf(join(folder, `${account}.left`), run.host.now);
    const left = Math.min(usage.remaining, note.read());
    const pending = usage.remaining - left;
    const before = ledger.spent;
    const isOver = () => isLost(check);
    const announce = (most: number) => note.write(left - most);

    try {
      return { done: await work({ usage, pending, most: mostOfATurn, announce, isOver }) };
    } finally {
      if (!isOver()) await note.write(left - (ledger.spent - before)).catch(() => {});
    }
  });
  return 'done' in alone ? alone.done : work(endless(alone.usage));
}

/** Where there is no quota in which to leave room. */
const endless = (usage: Usage | undefined): Turn => ({
  usage,
  pending: 0,
  most: Number.POSITIVE_INFINITY,
  announce: async () => {},
  isOver: () => false,
});

/** Nothing more is spent once the turn is over. */
export const within = ({ isOver }: Turn, budget: Budget): Budget => ({
  limit: budget.limit,
  allows: (cost) => !isOver() && budget.allows(cost),
  reserve: (cost) => !isOver() && budget.reserve(cost),
  settle: (cost, outcome) => budget.settle(cost, outcome),
});

function isLost(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

/** Requests that are left once all is counted that was sent. */
interface Note {
  /** Without bound where nothing is known. */
  read(): number;
  write(left: number): Promise<void>;
}

/** Of what a process sent that died, or that the service has not counted yet. */
function noteOf(path: string, now: () => number): Note {
  const file = new Remembered(path, (text) => {
    const [, left, at] = /^(-?\d{1,15}) (\d{1,15})$/.exec(text) ?? [];
    return Math.abs(now() - Number(at)) < settling ? Number(left) : undefined;
  });
  return {
    read: () => file.read() ?? Number.POSITIVE_INFINITY,
    write: (left: number) => file.remember(`${left} ${now()}`, 'later'),
  };
}
