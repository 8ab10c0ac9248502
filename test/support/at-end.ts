import { afterAll } from 'vitest';

const endings: (() => unknown)[] = [];

/** Runs after all tests of the file, which may be concurrent. */
export function atEnd(ending: () => unknown): void {
  endings.push(ending);
}

afterAll(() => Promise.all(endings.splice(0).map((ending) => ending())));
