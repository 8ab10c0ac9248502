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
const mostBytes = 32 * 1024 * 1024;

/** Bytes that a thing of which a body is made, such as a day's rates, keeps in memory. */
const perThing = 8 * 1024;

export class Bodies {
  readonly #cached = new Map<string, { readonly from: readonly unknown[]; body: Body; size: number }>();
  #size = 0;

  /** Makes the body anew unless `from` holds the very same objects. */
  get(name: string, from: readonly unknown[], make: () => string): Body {
    const known = this.#cached.get(name);
    const isSame = known?.from.length === from.length && from.every((thing, at) => thing === known.from[at]);
    if (isSame) {
      // the last to go
      this.#cached.delete(name);
      this.#cached.set(name, known);
      return known.body;
    }

    const body = new Body(make());
    this.#drop(name);
    const size = name.length + body.plain.length + perThing * from.length;
    this.#cached.set(name, { from, body, size });
    this.#size += size;

    for (const oldest of this.#cached.keys()) {
      if (this.#size <= mostBytes) break;
      this.#drop(oldest);
    }
    return body;
  }

  #drop(name: string): void {
    this.#size -= this.#cached.get(name)?.size ?? 0;
    this.#cached.delete(name);
  }
}
