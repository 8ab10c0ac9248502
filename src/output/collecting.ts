import type { Sink } from './sink.ts';

/** Characters; pieces one by one would take longer to write than to make. */
const largest = 65_536;

/** Collects small pieces, and writes them once they are large, or once nothing more comes at the moment. */
export function collecting(sink: Sink): Sink {
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
    async write(data) {
      if (failure) throw failure;
      if (typeof data === 'string') text += data;
      if (typeof data === 'string' && text.length < largest) return flushSoon();
      await flush();
      if (typeof data !== 'string') await sink.write(data);
    },
    async finish() {
      await flush();
      await sink.finish();
    },
  };
}
