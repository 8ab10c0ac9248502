import { type Day, daysInWords } from '../calendar/day.ts';
import type { Reporter } from '../report/reporter.ts';
import { count, firstFew } from '../words.ts';

/** The kinds of findings about a received day. */
type DayFinding =
  | 'changed'
  /** Its response had fewer than half of the stored codes, which stay. */
  | 'put aside'
  /** The source no longer has it; the stored rates stay. */
  | 'gone'
  | 'incomplete'
  /** Its response is left in the journal to the next run. */
  | 'unwritten'
  /** It is not stored, and will be charged again. */
  | 'lost';

/** By kind and day: codes, or a reason. */
export type Findings = Map<DayFinding, Map<Day, string>>;

export function addFinding(findings: Findings, kind: DayFinding, day: Day, what = ''): void {
  findings.set(kind, (findings.get(kind) ?? new Map()).set(day, what));
}

/** Reports them once. @param replaced the folder of replaced files */
export function reportFindings(
  findings: Findings,
  reporter: Pick<Reporter, 'note' | 'problem'>,
  replaced: string,
): void {
  const notes = (kind: DayFinding) => [...(findings.get(kind) ?? [])].sort();
  const days = (kind: DayFinding) => daysInWords(notes(kind).map(([day]) => day));

  for (const [kind, more] of [
    ['unwritten', ''],
    ['lost', ' and will be charged again'],
  ] as const) {
    const [first, ...others] = notes(kind);
    const number = count(others.length + 1, 'day');
    if (first) reporter.problem(`${number} could not be stored${more}: ${days(kind)}: ${first[1]}`);
  }
  if (findings.has('put aside')) {
    reporter.problem(`the response has fewer than half of the stored currencies: ${days('put aside')}`);
    reporter.problem(`the stored rates stay; the response is in ${replaced}`);
  }
  if (findings.has('gone')) reporter.note(`the source no longer has ${days('gone')}; the stored rates stay`);
  const changed = notes('changed').map(([day, codes]) => `${codes} on ${day}`);
  if (changed.length > 0) {
    reporter.note(`changed since they were stored: ${firstFew(changed, 5)}`);
    reporter.note(`the replaced files are in ${replaced}`);
  }
  for (const [day, why] of notes('incomplete'))
    reporter.note(`${day} ${why}: stored, but incomplete; --refresh fetches it again`);
  findings.clear();
}
