import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { folderOf } from '../../src/sources/oxr/source.ts';
import { storePlaces } from '../../src/store/store.ts';
import type { Machine } from './ratebook.ts';

export class StoredFiles {
  readonly places;

  constructor(machine: Machine, url: string, alternative = false) {
    const under = (...names: string[]) => join(machine.home, '.local', ...names, 'ratebook');
    this.places = storePlaces({ store: under('share'), state: under('state'), service: folderOf(url), alternative });
  }

  pathOf(day: string): string {
    return join(this.places.days, `${day}.json`);
  }

  read(day: string): string {
    return readFileSync(this.pathOf(day), 'utf8');
  }

  write(day: string, text: string | Uint8Array): void {
    mkdirSync(this.places.days, { recursive: true });
    writeFileSync(this.pathOf(day), text);
  }

  remove(...days: string[]): void {
    for (const day of days) rmSync(this.pathOf(day));
  }

  /** Includes unfinished files. */
  names(): string[] {
    const { days, unfinished } = this.places;
    return [...namesIn(days).filter((name) => name !== basename(unfinished)), ...namesIn(unfinished)];
  }

  days(): string[] {
    return this.names()
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5));
  }

  unavailable(): string[] {
    const { state } = this.places;
    return existsSync(state) ? Object.keys(JSON.parse(readFileSync(state, 'utf8')).unavailable) : [];
  }

  aside(kind: 'damaged' | 'replaced' | 'locks' | 'journal'): string[] {
    return namesIn(this.places[kind]);
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
