import { countDays, dayAt, firstDay, lastFinishedDay } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import { demoServed } from '../../server/demo/demo.ts';
import { count } from '../../words.ts';
import type { Access } from './access.ts';
import { exampleLine, startServer, untilInterrupted } from './server.ts';

export async function serveDemo(port: number, access: Access, cli: Cli): Promise<ExitCode> {
  const { host, reporter } = cli;
  const log = (line: string) => reporter.note(line);
  const server = await startServer({ ...demoServed(host.now), log }, port, access);

  reporter.note(`demonstration: the rates are made up${access.ids ? '' : ', and any app_id will do'}`);
  const today = dayAt(host.now());
  reporter.note(`${count(countDays(firstDay, today), 'day')}, ${firstDay} to ${today}`);
  reporter.note(exampleLine(server, lastFinishedDay(host.now())));

  await untilInterrupted(server, cli);
  await server.close();
  return exit.ok;
}
