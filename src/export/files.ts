import { formats } from '../output/formats.ts';
import type { Complete, Export } from './job.ts';

/**
 * Opens a folder for files of stored days: makes it if it is missing, removes what killed runs left there.
 * @throws Failure
 */
export async function openFiles(job: Export): Promise<Complete> {
  if (!formats[job.format].years) return (await import('./day-files.ts')).openDayFiles(job);
  return (await import('./year-files.ts')).openYearFiles(job);
}
