import { expect } from 'vitest';
import { runHere } from '../here.ts';
import { Machine } from '../ratebook.ts';
import { inWhole } from '../whole.ts';

export const today = '2026-11-20';

/** `RATEBOOK_READINGS=100000` for as many, by hand. */
export const rounds = Number(process.env.RATEBOOK_READINGS ?? inWhole(1_000, 80));

const machine = new Machine();

/** What comes of a command line, and what it says of how it was read. */
export async function run(words: readonly string[], stdin = '') {
  const options = { now: `${today}T09:30:00Z`, stdin };
  const { code, stdout, stderr } = await runHere(machine, [...words, '--demo'], options);
  const isOther = (line: string) => /^$|^demonstration|, cost \d| is not over|^. is /.test(line);
  const notes = stderr.split('\n').filter((line) => !isOther(line));
  return { code, notes, rows: stdout.split('\n').slice(0, -1) };
}

export interface Seen {
  readonly typed: readonly string[];
  /** All that it may mean. */
  readonly readings: readonly string[];
  /** What the program took it for; undefined: it refuses. */
  readonly said: string | undefined;
  readonly notes: readonly string[];
  /** It has one reading, and is written as anybody writes it. */
  readonly isClear: boolean;
}

/** @throws if one of several readings is taken without a note, or another one, or what is clear is refused */
export function judge(seen: Seen): void {
  const { readings, said, notes, isClear } = seen;
  const isTold = readings.length === 1 || notes.length > 0;
  const isRight = said === undefined ? !isClear : readings.includes(said) && isTold;
  expect(isRight, JSON.stringify(seen)).toBe(true);
}

export const plain = (amount = '') => {
  const [whole = '', fraction = ''] = amount.split(/[.,]/);
  const digits = fraction.replace(/0+$/, '');
  return digits ? `${whole}.${digits}` : whole.replace(/^-0$/, '0');
};

export const each = <T>(things: readonly T[]) => [...new Set(things)];
