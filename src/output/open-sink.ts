import { openFile } from './file-sink.ts';
import type { Sink } from './sink.ts';
import { stdoutSink } from './stream-sink.ts';

/** Where `--output` says: a file, or stdout for `-`, for its name among the devices, and without the option. */
export async function openSink(
  path: string | undefined,
  stdout: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<Sink> {
  const isStdout = path === undefined || path === '-' || path === '/dev/stdout';
  return isStdout ? stdoutSink(stdout) : openFile(path, signal);
}
