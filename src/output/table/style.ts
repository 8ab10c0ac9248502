import { Chalk } from 'chalk';
import type { Document } from '../format.ts';

export interface Style {
  /** Titles and codes. */
  readonly strong: (text: string) => string;
  /** What is only read when needed. */
  readonly quiet: (text: string) => string;
}

/** Weights but no colours, so that it can be read on any background. */
export function styleOf({ color }: Pick<Document, 'color'>): Style {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return { strong: (text) => chalk.bold(text), quiet: (text) => chalk.dim(text) };
}
