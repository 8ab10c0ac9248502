const endings: (() => unknown)[] = [];

/** Runs after all tests of the file, which may be concurrent. */
export function atEnd(ending: () => unknown): void {
  endings.push(ending);
}

/** For the set-up of a file. */
export async function end(): Promise<void> {
  await Promise.all(endings.splice(0).map((ending) => ending()));
}
