import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Machine } from '../measure.mjs';
import { startSlowService } from '../slow-service.mjs';

const latency = 50;
const together = '8';
const months = ['series', '1999', '2025', '-s', 'EUR,GBP', '--yes', '--concurrency', together];

/** Days that are fetched, beside curl at the same addresses. */
export const fetching = {
  missing: () => (spawnSync('curl', ['--version']).error ? 'there is no curl' : undefined),

  rows: [
    {
      work: `324 months onto an empty store at ${latency} ms`,
      against: `\`curl --parallel-max ${together}\``,
      // waiting is the thing
      figure: 'wall',
      wantsIdle: true,
      withPeak: true,
      ours: ({ machine }) => onto(machine),
      other({ machine, addresses }) {
        const options = ['--silent', '--parallel', '--parallel-max', together, '--config', addresses];
        return machine.run(['curl', ...options]);
      },
    },
  ],

  async open() {
    const machine = new Machine();
    const service = await startSlowService(latency, machine.env);
    machine.env.RATEBOOK_BASE_URL = service.url;
    machine.env.RATEBOOK_APP_ID = 'unlimited-key';

    // the first time fills the service's memory, and tells which addresses curl is to ask for
    await onto(machine);
    const asked = service.takeAsked().filter((url) => !url.includes('/usage.json'));
    const addresses = machine.file('addresses');
    writeFileSync(addresses, asked.map((url) => `url = "${url}"\noutput = /dev/null\n`).join(''));
    return { machine, addresses, close: () => service.close() };
  },
};

/** Of a new home. */
function onto(machine) {
  return machine.ratebook(months, { env: { HOME: machine.newHome() }, withPeak: true });
}
