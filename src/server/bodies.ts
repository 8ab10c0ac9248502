import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** An answer's body, with its tag; compressed once, when that is first wanted. */
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

const mostKept = 128;
const mostBytes = 16 * 1024 * 1024;

/** The bodies answered last. */
export class Bodies {
  readonly #kept = new Map<string, { readonly from: readonly unknown[]; readonly body: Body }>();
  #bytes = 0;

  /** The body of this name, made anew where it was not made from the very same things. */
  get(name: string, from: readonly unknown[], make: () => string): Body {
    const kept = this.#kept.get(name);
    const body = kept && isSame(kept.from, from) ? kept.body : new Body(make());
    this.#drop(name);
    this.#kept.set(name, { from, body });
    this.#bytes += body.plain.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept && this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
    return body;
  }

  #drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.body.plain.length ?? 0;
    this.#kept.delete(name);
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
