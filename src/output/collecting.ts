import type { Sink } from './sink.ts';

/** Characters; pieces one by one would take longer to write than to make. */
const largest = 65_536;

interface Collecting extends Pick<Sink, 'abandon' | 'finish'> {
  /** Nothing to wait for as long as pieces are merely collected. */
  write(data: string | Uint8Array): Promise<void> | undefined;
}

/** Collects small pieces, and writes them once they are large, or once nothing more comes at the moment. */
export function collecting(sink: Sink): Collecting {
  let text = '';
  let isDue = false;
  let writing = Promise.resolve();
  let failure: unknown;

  function flush(): Promise<void> {
    const collected = text;
    text = '';
    writing = writing.then(() => (collected === '' ? undefined : sink.write(collected)));
    return writing;
  }

  function flushSoon(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      flush().catch((error) => {
        failure ??= error;
      });
    });
  }

  return {
    abandon: () => sink.abandon(),
    write(data) {
      if (failure) throw failure;
      if (typeof data !== 'string') return data.length > 0 ? flush().then(() => sink.write(data)) : undefined;

      text += data;
      if (text.length >= largest) return flush();
      if (text !== '') flushSoon();
      return undefined;
    },
    async finish() {
      await flush();
      await sink.finish();
    },
  };
}
