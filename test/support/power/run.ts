import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Day, eachDay } from '../../../src/calendar/day.ts';
import { parseJson } from '../../../src/json.ts';
import type { Random } from '../random.ts';
import { finished, type Machine, type Result } from '../ratebook.ts';
import { type Change, Disk, writeFiles } from './disk.ts';

const recorder = join(import.meta.dirname, 'recorder.cjs');

/** A run of the program whose every step on disk is known. */
export class RecordedRun {
  /** What lay there when it had ended. */
  readonly after: ReadonlyMap<string, Buffer>;

  private constructor(
    readonly machine: Machine,
    private readonly before: ReadonlyMap<string, Buffer>,
    readonly changes: readonly Change[],
    readonly result: Result,
  ) {
    this.after = new Disk(folderOf(machine)).files();
  }

  static async of(machine: Machine, args: readonly string[], stdin = ''): Promise<RecordedRun> {
    const root = folderOf(machine);
    mkdirSync(root, { recursive: true });
    const before = new Disk(root).files();
    const log = join(machine.home, 'log');
    writeFileSync(log, '');
    const env = { RECORD_ROOT: root, RECORD_LOG: log };
    const child = machine.start(args, { preload: recorder, env });
    child.stdin.end(stdin);
    const result = await finished(child);
    const changes = readFileSync(log, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    return new RecordedRun(machine, before, changes, result);
  }

  replayed(): Map<string, Buffer> {
    return this.#diskAfter(this.changes.length).files();
  }

  /** Puts the machine where a power cut after so many changes may leave it. */
  cut(after: number, random: Random): void {
    this.#lay(this.#diskAfter(after).cut(random));
  }

  /** Days that the run had printed, or whose answer it had flushed, before so many changes. */
  safeDays(before: number): Set<Day> {
    const days = new Set<Day>();
    for (const [what, text] of this.changes.slice(0, before))
      if (what === 'said') for (const [day] of String(text).matchAll(/^\d{4}-\d\d-\d\d/gm)) days.add(day as Day);
    for (const [path, content] of this.#diskAfter(before).safe()) {
      const isWhole = path.includes('/journal/') && parseJson(content.toString()) !== undefined;
      const range = isWhole ? rangeIn(path) : undefined;
      if (range) for (const day of eachDay(...range)) days.add(day);
    }
    return days;
  }

  #diskAfter(count: number): Disk {
    this.#lay(this.before);
    const disk = new Disk(folderOf(this.machine));
    for (const change of this.changes.slice(0, count)) disk.change(change);
    return disk;
  }

  #lay(files: ReadonlyMap<string, Buffer>): void {
    const root = folderOf(this.machine);
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    writeFiles(files, root);
  }
}

const folderOf = ({ home }: Machine) => join(home, '.local');

function rangeIn(path: string): [Day, Day] | undefined {
  const [, first, last = first] = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?\./.exec(basename(path)) ?? [];
  return first ? [first as Day, last as Day] : undefined;
}
