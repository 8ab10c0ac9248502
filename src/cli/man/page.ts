import type { Command } from 'commander';

export const manPage = (_program: Command): string => '';
