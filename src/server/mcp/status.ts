import { tool } from './tool.ts';

export const status = tool({
  name: 'status',
  title: 'Source and budget',
  description:
    'Whose rates are given, the newest stored day, how many requests of the quota may be spent in a UTC ' +
    'day (agent_budget) and how many were spent today.',
  arguments: {},
  answer: (_, desk) => desk.status(),
});
