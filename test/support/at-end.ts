import { afterAll } from 'vitest';

const endings: (() => unknown)[] = [];

/** Does this after the tests of the file, which may run at the same time as one another. */
export function atEnd(ending: () => unknown): void {
  endings.push(ending);
}

afterAll(() => Promise.all(endings.splice(0).map((ending) => ending())));
