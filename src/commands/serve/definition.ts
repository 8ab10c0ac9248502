import { define, Option, uses } from '../definition.ts';
import { portNumber, wholeNumber } from '../option-values.ts';
import { run, under, voice } from '../options.ts';

const own = {
  ...under('Cost:', {
    maxCost: () =>
      new Option(
        '--max-cost <requests>',
        'spend at most this per UTC day (default: confirm_above)',
      ).argParser(wholeNumber),
  }),
  ...under('Store:', {
    offline: () => new Option('--offline', 'serve stored days only; never open a connection'),
  }),
  ...under('Run:', {
    port: () =>
      new Option('--port <port>', 'port to listen on; 0 picks a free one')
        .argParser(portNumber)
        .default(8787),
    demo: () =>
      new Option('--demo', 'serve made-up rates, to try out clients').conflicts(['offline', 'maxCost']),
  }),
};

const options = [own.maxCost, own.offline, own.port, own.demo, run.concurrency, ...voice] as const;

export const serve = define({
  name: 'serve',
  use: uses.store,
  summary: "answer the service's interface from the store",
  description: "Answer the service's own interface on this machine, from the store.",
  examples: [
    ['ratebook serve --demo', 'made-up rates, to try out a client'],
    ['ratebook serve --offline', 'stored days only'],
    ['ratebook serve --port 9000 --max-cost 50', 'at most 50 requests a day'],
  ],
  options,
  run: async (cli, given) => {
    const { port, maxCost: most, concurrency } = given;
    const { offline = false, demo = false, quiet = false } = given;
    return (await import('./serve.ts')).serve({ port, offline, most, demo, concurrency, quiet }, cli);
  },
});
