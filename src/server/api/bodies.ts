import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

export class Body {
  readonly plain: Buffer;
  readonly tag: string;
  #gzipped: Promise<Buffer> | undefined;

  constructor(text: string) {
    this.plain = Buffer.from(text);
    this.tag = createHash('sha256').update(this.plain).digest('base64url').slice(0, 27);
  }

  get gzipped(): Promise<Buffer> {
    this.#gzipped ??= compress(this.plain);
    return this.#gzipped;
  }
}

/** Bytes for all cached bodies, roughly. */
const most = 32 * 1024 * 1024;
/** Bytes that one source of a body, such as a day's rates, keeps in memory. */
const perThing = 8 * 1024;

interface Kept {
  readonly from: readonly unknown[];
  readonly body: Body;
  readonly size: number;
}

export class Bodies {
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  /** Makes the body anew unless `from` holds the very same objects. */
  get(name: string, from: readonly unknown[], make: () => string): Body {
    const kept = this.#kept.get(name);
    const body = kept && isSame(kept.from, from) ? kept.body : new Body(make());
    this.#drop(name);
    const size = name.length + body.plain.length + perThing * from.length;
    this.#kept.set(name, { from, body, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= most) break;
      this.#drop(oldest);
    }
    return body;
  }

  #drop(name: string): void {
    this.#size -= this.#kept.get(name)?.size ?? 0;
    this.#kept.delete(name);
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
