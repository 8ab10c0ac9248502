import { openFile } from './file-sink.ts';
import { isStdout } from './is-stdout.ts';
import type { Sink } from './sink.ts';
import { stdoutSink } from './stream-sink.ts';

/** Where `--output` says: a file, or stdout for `-`, for its name among the devices, and without the option. */
export async function openSink(
  path: string | undefined,
  stdout: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<Sink> {
  return isStdout(path) ? stdoutSink(stdout) : openFile(path, signal);
}
