import { define } from '../definition.ts';
import { options } from './options.ts';

export const archive = define({
  name: 'archive',
  use: 'Store:',
  summary: 'fetch days that are not stored yet; for cron',
  description:
    'Fetch the finished days that are not stored yet, newest first, spending at most --max-cost (100) per run.' +
    '\n\nIn a crontab: 17 5 * * *  /usr/local/bin/ratebook archive --quiet',
  examples: [
    ['ratebook archive --since 2024-01-01 --dry-run', 'what is missing, and its cost'],
    ['ratebook archive --since 2024-01-01', 'up to 100 days per run'],
    ['ratebook archive --to rates --quiet', 'for cron; also a file per day'],
  ],
  options,
  run: async (cli, given) => (await import('./archive.ts')).archive(given, cli),
});
