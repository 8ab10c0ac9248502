const endings: (() => unknown)[] = [];

/** Runs after all tests of the file, which may be concurrent; before what was to run earlier. */
export function atEnd(ending: () => unknown): void {
  endings.unshift(ending);
}

/** For the set-up of a file. */
export async function end(): Promise<void> {
  await Promise.all(endings.splice(0).map((ending) => ending()));
}
