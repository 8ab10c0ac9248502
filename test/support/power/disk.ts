import { constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Random } from '../random.ts';

/** As the recorder writes them: what happened, and to what. */
export type Change = readonly [what: string, ...with_: (string | number)[]];

class File {
  content = Buffer.alloc(0);
  /** What is sure to be there after a power cut. */
  safe = Buffer.alloc(0);
}

type Entry = File | Folder;

/** A name that comes to a folder, or goes from it, or both at once by a rename. */
interface Step {
  readonly put?: readonly [string, Entry];
  readonly gone?: string;
}

class Folder {
  readonly entries = new Map<string, Entry>();
  safe = new Map<string, Entry>();
  /** Since the last flush. */
  steps: Step[] = [];

  take(step: Step): void {
    apply(step, this.entries);
    this.steps.push(step);
  }
}

function apply({ put, gone }: Step, entries: Map<string, Entry>): void {
  if (gone !== undefined) entries.delete(gone);
  if (put) entries.set(...put);
}

/**
 * A disk that keeps no promise but those of `fsync`: a file's content is safe once the file has been flushed, its name once
 * the folder has. Of all else each piece may have come to the disk or not, in any order: stricter than ext4, where the
 * flush of a new file makes its name safe, and names come to the disk in order. A rename within a folder is one piece.
 */
export class Disk {
  readonly #at: string;
  readonly #root = new Folder();
  readonly #open = new Map<number, Entry>();
  readonly #flushing = new Map<number, () => void>();

  /** With what lies in the folder, which is safe. */
  constructor(at: string) {
    this.#at = at;
    fill(this.#root, at);
  }

  change([what, ...given]: Change): void {
    const [first, second, third] = given as [never, never, never];
    if (what === 'open') this.#opened(first, second, third);
    if (what === 'write') {
      const file = this.#open.get(first) as File;
      file.content = Buffer.concat([file.content, Buffer.from(second, 'base64')]);
    }
    if (what === 'close') this.#open.delete(first);
    if (what === 'mkdir') this.#parentOf(first).take({ put: [basename(first), new Folder()] });
    if (what === 'remove') this.#parentOf(first).take({ gone: basename(first) });
    if (what === 'rename') this.#renamed(first, second);
    if (what === 'flush') this.#flushing.set(first, flushOf([this.#open.get(second) as Entry]));
    if (what === 'flush all') this.#flushing.set(first, flushOf(within(this.#root)));
    if (what === 'flushed') this.#flushing.get(first)?.();
  }

  /** Without a power cut. */
  files(): Map<string, Buffer> {
    return filesOf(
      this.#root,
      (folder) => folder.entries,
      (file) => file.content,
    );
  }

  /** What a power cut leaves in any case. */
  safe(): Map<string, Buffer> {
    return filesOf(
      this.#root,
      (folder) => folder.safe,
      (file) => file.safe,
    );
  }

  /** One of the many states in which a power cut may leave the disk. */
  cut(random: Random): Map<string, Buffer> {
    return filesOf(
      this.#root,
      (folder) => {
        const entries = new Map(folder.safe);
        for (const step of folder.steps) if (random() < 0.5) apply(step, entries);
        return entries;
      },
      (file) => (file.content.equals(file.safe) ? file.safe : tornOf(file, random)),
    );
  }

  /** @param flags their number, or their name */
  #opened(fd: number, path: string, flags: string | number): void {
    const found = this.#find(path);
    if (found) {
      this.#open.set(fd, found);
      if (truncates(flags) && found instanceof File) found.content = Buffer.alloc(0);
      return;
    }
    const file = new File();
    this.#parentOf(path).take({ put: [basename(path), file] });
    this.#open.set(fd, file);
  }

  #renamed(from: string, to: string): void {
    const entry = this.#find(from) as Entry;
    const [source, target] = [this.#parentOf(from), this.#parentOf(to)];
    if (source !== target) {
      source.take({ gone: basename(from) });
      target.take({ put: [basename(to), entry] });
    } else source.take({ gone: basename(from), put: [basename(to), entry] });
  }

  #find(path: string): Entry | undefined {
    if (path === this.#at) return this.#root;
    const parent = this.#find(dirname(path));
    return parent instanceof Folder ? parent.entries.get(basename(path)) : undefined;
  }

  #parentOf(path: string): Folder {
    return this.#find(dirname(path)) as Folder;
  }
}

const truncates = (flags: string | number) =>
  typeof flags === 'string' ? flags.startsWith('w') : (flags & constants.O_TRUNC) !== 0;

/** To be called when the flush is over: safe is what there was when it began. */
function flushOf(entries: Iterable<Entry>): () => void {
  const ends = Array.from(entries, (entry) => {
    if (entry instanceof File) {
      const { content } = entry;
      return () => {
        entry.safe = content;
      };
    }
    const [safe, steps] = [new Map(entry.entries), entry.steps.length];
    const flushed = entry.steps.at(-1);
    return () => {
      const at = flushed ? entry.steps.indexOf(flushed) : -1;
      // another flush may have ended since, which began later
      if (at < 0 && steps > 0) return;
      entry.safe = safe;
      entry.steps = entry.steps.slice(at + 1);
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

function* within(folder: Folder): Generator<Entry> {
  yield folder;
  for (const entry of folder.entries.values()) {
    if (entry instanceof Folder) yield* within(entry);
    else yield entry;
  }
}

/** Lost, cut short, full of holes, or whole. */
function tornOf({ content, safe }: File, random: Random): Buffer {
  const kind = Math.floor(random() * 4);
  if (kind === 0) return safe;
  if (kind === 1) return content.subarray(0, Math.floor(random() * content.length));
  if (kind === 2) return content;
  const holes = Buffer.from(content);
  for (let at = 0; at < holes.length; at += 512)
    if (random() < 0.5) holes.fill(0, at, Math.min(at + 512, holes.length));
  return holes;
}

const nothing = Buffer.alloc(0);

/** The paths of folders end in a slash. */
function filesOf(
  folder: Folder,
  entriesOf: (folder: Folder) => ReadonlyMap<string, Entry>,
  contentOf: (file: File) => Buffer,
  path = '',
  found = new Map<string, Buffer>(),
): Map<string, Buffer> {
  for (const [name, entry] of entriesOf(folder)) {
    const at = join(path, name);
    if (entry instanceof File) found.set(at, contentOf(entry));
    else filesOf(entry, entriesOf, contentOf, at, found.set(`${at}/`, nothing));
  }
  return found;
}

function fill(folder: Folder, at: string): void {
  for (const found of readdirSync(at, { withFileTypes: true })) {
    const entry = found.isDirectory() ? new Folder() : new File();
    if (entry instanceof Folder) fill(entry, join(at, found.name));
    else entry.safe = entry.content = readFileSync(join(at, found.name));
    folder.entries.set(found.name, entry);
    folder.safe.set(found.name, entry);
  }
}

export function writeFiles(files: ReadonlyMap<string, Buffer>, to: string): void {
  for (const [path, content] of files) {
    if (path.endsWith('/')) mkdirSync(join(to, path), { recursive: true });
    else writeFileSync(join(to, path), content);
  }
}

export function readFiles(from: string): Map<string, Buffer> {
  return new Disk(from).files();
}
