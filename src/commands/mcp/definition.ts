import { define } from '../definition.ts';
import { options } from './options.ts';

export const mcp = define({
  name: 'mcp',
  use: 'Store:',
  summary: 'answer agents, on stdin and stdout',
  description:
    'Answer agents over the Model Context Protocol, on stdin and stdout. Their client starts it. All of ' +
    'them together spend at most agent_budget requests of the quota per UTC day: none unless that is set.',
  examples: [
    ['ratebook mcp', 'what a client is to start'],
    ['ratebook mcp --source ecb', 'real rates, without a key'],
    ['ratebook mcp --demo', 'made-up rates, to try it'],
  ],
  options,
  run: async (cli, given) => (await import('./mcp.ts')).mcp(given, cli),
});
