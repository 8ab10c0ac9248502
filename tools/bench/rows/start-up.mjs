import { Machine } from '../measure.mjs';
import { startSlowService } from '../slow-service.mjs';

// too short to be measured one by one
const times = 6;

const row = (work, args, env) => ({
  work,
  against: '`node -e 0`',
  ours: ({ machine }) => machine.ratebook(args, { times, env: env?.(machine) }),
  other: ({ machine }) => machine.node(['-e', '0'], { times }),
});

const day = ['historical', '2024-01-17'];
const asked = ['convert', '250', 'EUR', 'GBP', '--on', '2024-01-17'];

/** What a request compiles would be kept, and read, for the look-ups of stored days, too. */
const ownCache = (machine) => ({ XDG_CACHE_HOME: machine.file('cache-of-requests') });

/** Short runs. */
export const startUp = {
  rows: [
    row('`--version`', ['--version']),
    row('`--help`', ['--help']),
    row('a stored look-up, csv', [...day, '-f', 'csv']),
    row('a stored look-up, table', [...day, '-f', 'table']),
    row('`convert`, stored', asked),
    row('a look-up that asks the service', [...day, '-f', 'csv', '--refresh'], ownCache),
  ],

  async open() {
    const machine = new Machine();
    const service = await startSlowService(0, machine.env);
    machine.env.RATEBOOK_BASE_URL = service.url;
    machine.env.RATEBOOK_APP_ID = 'benchmark-key';
    await machine.ratebook(day);
    return { machine, close: () => service.close() };
  },
};
