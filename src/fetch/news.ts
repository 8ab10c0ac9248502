import type { Day } from '../calendar/day.ts';
import type { Failure } from '../errors.ts';
import type { Neighbour } from '../store/neighbours.ts';

/** What is to be told of days that came. */
export interface News {
  /** Codes of days that were replaced, whose rates differ. */
  readonly changed: Map<Day, readonly string[]>;
  /** Days whose responses had fewer than half of the stored codes; the stored ones stay. */
  readonly putAside: Set<Day>;
  /** Stored days that the source no longer has. */
  readonly gone: Set<Day>;
  readonly sparse: Sparse[];
  /** Codes of days that came otherwise than they are held; the held rates stay. */
  readonly contradicted: Map<Day, readonly string[]>;
  /** Days that are finished by the local clock, but not by the service's. */
  readonly unfinished: Set<Day>;
  /** Days whose answers are left to the next run. */
  readonly unwritten: Map<Day, Failure>;
  readonly lost: Map<Day, Failure>;
}

/** A day with few codes. */
export interface Sparse {
  readonly day: Day;
  readonly codes: number;
  readonly nearest: Neighbour;
}

export const noNews = (): News => ({
  changed: new Map(),
  putAside: new Set(),
  gone: new Set(),
  sparse: [],
  contradicted: new Map(),
  unfinished: new Set(),
  unwritten: new Map(),
  lost: new Map(),
});
