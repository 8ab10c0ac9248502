import { constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Random } from '../random.ts';

/** As the recorder writes them: what happened, and to what. */
export type Change = readonly [what: string, ...with_: (string | number)[]];

class File {
  content = Buffer.alloc(0);
  /** What is sure to be there after a power cut. */
  safe = Buffer.alloc(0);
}

type Entry = File | 'folder';

/** A name that comes to a folder, or goes from it, or both at once by a rename. */
interface Step {
  readonly folder: string;
  readonly put?: readonly [path: string, Entry];
  readonly gone?: string;
  isSafe: boolean;
}

/**
 * A disk that keeps no promise but those of `fsync`: a file's content is safe once the file has been flushed, its name once
 * the folder has. Of all else each piece may have come to the disk or not, in any order: stricter than ext4, where the
 * flush of a new file makes its name safe, and names come to the disk in order. A rename within a folder is one piece.
 */
export class Disk {
  readonly #at: string;
  readonly #steps: Step[] = [];
  readonly #now = new Map<string, Entry>();
  readonly #open = new Map<number, string>();
  readonly #flushing = new Map<number, () => void>();

  /** With what lies in the folder, which is safe. */
  constructor(at: string) {
    this.#at = at;
    for (const found of readdirSync(at, { recursive: true, withFileTypes: true })) {
      const path = join(found.parentPath, found.name);
      const entry = found.isDirectory() ? 'folder' : new File();
      if (entry !== 'folder') entry.safe = entry.content = readFileSync(path);
      this.#take({ folder: found.parentPath, put: [path, entry], isSafe: true });
    }
  }

  change([what, ...given]: Change): void {
    const [first, second, third] = given as [never, never, never];
    if (what === 'open') this.#opened(first, second, third);
    if (what === 'write') {
      const file = this.#fileAt(this.#open.get(first));
      const [data, at = file.content.length] = [Buffer.from(second, 'base64'), third as number | undefined];
      const rest = file.content.subarray(at + data.length);
      file.content = Buffer.concat([file.content.subarray(0, at), data, rest]);
    }
    if (what === 'truncate') {
      const file = this.#fileAt(this.#open.get(first));
      file.content = file.content.subarray(0, second);
    }
    if (what === 'close') this.#open.delete(first);
    if (what === 'mkdir') this.#put(first, 'folder');
    if (what === 'remove') this.#take({ folder: dirname(first), gone: first, isSafe: false });
    if (what === 'rename') this.#renamed(first, second);
    if (what === 'flush') this.#flush(first, (path) => path === this.#open.get(second));
    if (what === 'flush all') this.#flush(first, () => true);
    if (what === 'flushed') this.#flushing.get(first)?.();
  }

  /** Without a power cut; the paths of folders end in a slash. */
  files(): Map<string, Buffer> {
    const content = (file: File) => file.content;
    return this.#after(() => true, content);
  }

  safe(): Map<string, Buffer> {
    const safe = (file: File) => file.safe;
    return this.#after(({ isSafe }) => isSafe, safe);
  }

  /** One of the many states in which a power cut may leave the disk. */
  cut(random: Random): Map<string, Buffer> {
    const left = (file: File) => (file.content.equals(file.safe) ? file.safe : tornOf(file, random));
    return this.#after(({ isSafe }) => isSafe || random() < 0.5, left);
  }

  /** @param flags their number, or their name */
  #opened(fd: number, path: string, flags: string | number): void {
    this.#open.set(fd, path);
    if (path !== this.#at && !this.#now.has(path)) this.#put(path, new File());
    else if (truncates(flags)) this.#fileAt(path).content = Buffer.alloc(0);
  }

  #renamed(from: string, to: string): void {
    const [source, target] = [dirname(from), dirname(to)];
    for (const [fd, path] of this.#open) if (path === from) this.#open.set(fd, to);
    const put = [to, this.#fileAt(from)] as const;
    if (source !== target) this.#take({ folder: source, gone: from, isSafe: false });
    this.#take({ folder: target, put, ...(source === target ? { gone: from } : {}), isSafe: false });
  }

  #put(path: string, entry: Entry): void {
    this.#take({ folder: dirname(path), put: [path, entry], isSafe: false });
  }

  #take(step: Step): void {
    apply(step, this.#now);
    this.#steps.push(step);
  }

  #fileAt(path = ''): File {
    return this.#now.get(path) as File;
  }

  /** When it is over, safe is what there was when it began. */
  #flush(id: number, concerns: (path: string) => boolean): void {
    const steps = this.#steps.filter(({ folder }) => concerns(folder));
    const files = [...this.#now].flatMap(([path, entry]) => (entry !== 'folder' && concerns(path) ? [entry] : []));
    const contents = files.map((file) => [file, file.content] as const);
    this.#flushing.set(id, () => {
      for (const step of steps) step.isSafe = true;
      for (const [file, content] of contents) file.safe = content;
    });
  }

  #after(isDone: (step: Step) => boolean, contentOf: (file: File) => Buffer): Map<string, Buffer> {
    const entries = new Map<string, Entry>();
    for (const step of this.#steps) if (isDone(step)) apply(step, entries);
    const found = new Map<string, Buffer>();
    for (const [path, entry] of entries) {
      const [at, folder] = [relative(this.#at, path), relative(this.#at, dirname(path))];
      if (folder !== '' && !found.has(`${folder}/`)) continue;
      if (entry === 'folder') found.set(`${at}/`, Buffer.alloc(0));
      else found.set(at, contentOf(entry));
    }
    return found;
  }
}

/** A folder that goes, or is made anew, has nothing in it. */
function apply({ put, gone }: Step, entries: Map<string, Entry>): void {
  for (const path of [gone, put?.[0]])
    for (const other of entries.keys()) if (other === path || other.startsWith(`${path}/`)) entries.delete(other);
  if (put) entries.set(...put);
}

const truncates = (flags: string | number) =>
  typeof flags === 'string' ? flags.startsWith('w') : (flags & constants.O_TRUNC) !== 0;

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

export function writeFiles(files: ReadonlyMap<string, Buffer>, to: string): void {
  for (const [path, content] of files) {
    if (path.endsWith('/')) mkdirSync(join(to, path), { recursive: true });
    else writeFileSync(join(to, path), content);
  }
}
