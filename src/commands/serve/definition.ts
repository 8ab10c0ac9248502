import { define } from '../definition.ts';
import { options } from './options.ts';

export const serve = define({
  name: 'serve',
  use: 'Store:',
  summary: "answer the service's interface from the store",
  description: "Answer the service's own interface on this machine, from the store.",
  examples: [
    ['ratebook serve --demo', 'made-up rates, to try out a client'],
    ['ratebook serve --offline', 'stored days only'],
    ['ratebook serve --port 9000 --max-cost 50', 'at most 50 requests a day'],
  ],
  options,
  run: async (cli, given) => {
    const { accessOf } = await import('./access.ts');
    const access = accessOf(given);
    if (given.demo) {
      const { serveDemo } = await import('./demo.ts');
      return serveDemo(given.port, access, cli);
    }
    const { serve } = await import('./serve.ts');
    return serve(given, access, cli);
  },
});
