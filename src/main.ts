import { type Command, CommanderError } from 'commander';
import { refuseUnknownTopic } from './cli/command.ts';
import { endProcess, hostOf } from './cli/host.ts';
import { createProgram } from './cli/program.ts';
import { lacksCommand } from './cli/words/usage-failure.ts';
import { errorsFormOf } from './config/errors-form.ts';
import { type ExitCode, exit, Failure } from './errors.ts';
import { ReaderGone } from './output/output.ts';
import { type Reporter, StderrReporter } from './report/reporter.ts';
import type { Host, StandardOutput } from './run/host.ts';

export async function main(process: NodeJS.Process, loadRest: Host['loadRest']): Promise<void> {
  const host = hostOf(process, loadRest, (failure) => {
    reporter.failure(failure);
    process.exitCode = failure.exitCode;
  });
  const reporter = new StderrReporter(host);
  const code = await run(host, reporter);
  process.exitCode ||= code;
  await endProcess(process, host);
}

/** Runs a command line; what it does not touch is the process. */
export async function run(host: Host, reporter: Reporter): Promise<ExitCode> {
  if (errorsFormOf(host) === 'json') {
    const { inJson } = await import('./report/as-data.ts');
    reporter.writeAsData(inJson(host.argv));
    return runFor(unpaged(host), reporter);
  }
  return runFor(host, reporter);
}

/** A program cannot turn a page. */
const unpaged = (host: Host): Host => Object.create(host, { page: { value: async () => false } });

async function runFor(host: Host, reporter: Reporter): Promise<ExitCode> {
  let code: ExitCode = exit.ok;
  const create = () =>
    createProgram({ host, reporter }, (finished) => {
      code = finished;
    });
  let program = create();

  const parse = async (argv: readonly string[]) => {
    refuseUnknownTopic(program, argv);
    return program.parseAsync(argv, { from: 'user' });
  };

  try {
    await parse(host.argv)
      .catch(async (error) => {
        const meant = await onlyMeant(error, host, program);
        // a command keeps what it was given
        program = create();
        return parse(meant);
      })
      .catch((error) => {
        // there is help or the version to print
        if (!(error instanceof CommanderError)) throw error;
        code = error.exitCode === 0 ? exit.ok : exit.usage;
        if (code !== exit.ok && reporter.isForProgram) throw lacksCommand(program, host.argv);
        return print(program.printed, code === exit.ok ? host.stdout : host.stderr, host);
      });
    reporter.done();
    return code;
  } catch (error) {
    return report(error, reporter);
  }
}

async function print(
  text: string,
  stream: Pick<StandardOutput, 'isTTY' | 'write'>,
  { page }: Host,
): Promise<void> {
  if (!(stream.isTTY && (await page(text)))) stream.write(text);
}

/** The command line that can only have been meant. @throws the error, hinting at what may have been meant */
async function onlyMeant(error: unknown, host: Host, program: Command): Promise<readonly string[]> {
  if (!(error instanceof Failure && error.exitCode === exit.usage)) throw error;

  const { meaningOf } = await import('./cli/words/mistakes.ts');
  const mistake = { argv: host.argv, message: error.message, now: host.now() };
  const { only, hints } = meaningOf(mistake, program);
  if (only) return only;
  throw hints.length > 0 ? new Failure(error.code, error.message, ...hints) : error;
}

/** The one place where errors become messages and exit codes. */
function report(error: unknown, reporter: Reporter): ExitCode {
  if (error instanceof ReaderGone) return exit.ok;
  if (error instanceof Failure) {
    reporter.failure(error);
    return error.exitCode;
  }
  reporter.debug(() => (error instanceof Error && error.stack) || String(error));
  reporter.failure(new Failure('internal_error', `internal error: ${error}`, '--debug shows where'));
  return exit.failed;
}
