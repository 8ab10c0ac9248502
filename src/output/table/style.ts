import { Chalk } from 'chalk';
import type { Document } from '../format.ts';

interface Style {
  /** Titles and codes, which the eye looks for. */
  readonly strong: (text: string) => string;
  /** What is there for who looks closer. */
  readonly quiet: (text: string) => string;
}

/** Weights alone, no colours: they can be read on any background. */
export function styleOf({ color }: Pick<Document, 'color'>): Style {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return { strong: (text) => chalk.bold(text), quiet: (text) => chalk.dim(text) };
}
