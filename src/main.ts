import { CommanderError } from 'commander';
import type { Host, StandardOutput } from './app.ts';
import { overview } from './cli/help.ts';
import { endProcess, hostOf } from './cli/host.ts';
import { hintsFor, wholeLine } from './cli/line.ts';
import { commandNames, createProgram, refuseUnknownTopic } from './cli/program.ts';
import { errorsFormOf } from './config/settings.ts';
import { type ExitCode, exit, Failure, type FailureCode, ratebook } from './errors.ts';
import { ReaderGone } from './output/output.ts';
import { type Reporter, StderrReporter } from './report/reporter.ts';

export async function main(process: NodeJS.Process, loadRest: Host['loadRest']): Promise<void> {
  const host = hostOf(process, loadRest, (failure) => {
    reporter.failure(failure);
    process.exitCode = failure.exitCode;
  });
  const reporter = new StderrReporter(host);
  const code = await runCommandLine(host, reporter);
  process.exitCode ||= code;
  await endProcess(process, host);
}

/** Runs a command line, without touching the process. */
export async function runCommandLine(host: Host, reporter: Reporter): Promise<ExitCode> {
  const isForProgram = errorsFormOf(host) === 'json';
  if (isForProgram) reporter.argv = host.argv;
  try {
    const argv = fullLine(host);
    // a program cannot turn pages
    const shown: Host = isForProgram ? Object.create(host, { page: { value: async () => false } }) : host;
    const code = await execute(argv, shown, reporter).catch((error) => withHints(error, argv, host));
    reporter.done();
    return code;
  } catch (error) {
    return report(error, reporter);
  }
}

/** @param isComplete with every command, since another one may have an option that is unknown here */
async function execute(
  argv: readonly string[],
  host: Host,
  reporter: Reporter,
  isComplete = false,
): Promise<ExitCode> {
  const program = createProgram({ host, reporter }, isComplete ? undefined : argv);
  try {
    if (argv.includes('help')) refuseUnknownTopic(program, argv);
    await program.parseAsync(argv, { from: 'user' });
    return program.exitCode;
  } catch (error) {
    const isUnknownOption = error instanceof Failure && error.code === 'unknown_option';
    if (isUnknownOption && !isComplete) return execute(argv, host, reporter, true);
    // Commander also throws to end after help or the version
    if (!(error instanceof CommanderError)) throw error;
    const isAnswer = error.exitCode === 0;
    if (!isAnswer && reporter.isForProgram)
      throw new Failure('missing_argument', 'a command is missing', ratebook('--help'));
    const text = host.argv.length === 0 ? overview(program) : program.printed;
    await print(text, isAnswer ? host.stdout : host.stderr, host);
    return isAnswer ? exit.ok : exit.usage;
  }
}

async function print(text: string, stream: Pick<StandardOutput, 'isTTY' | 'write'>, { page }: Host) {
  if (!(stream.isTTY && (await page(text)))) stream.write(text);
}

/** Lines whose words are in order, so that no grammar is needed. */
const plain = /^(convert \d[\d.]*( [A-Z]{3}){2,}|historical( \d{4}-\d\d-\d\d)+)( --?[a-z-]+( [^\s-]\S*)?)*$/i;

/**
 * Returns the line as typed if it begins with a command, else the line that it is short for. @throws a usage
 * error
 */
function fullLine({ argv, now }: Host) {
  const [first = '--help'] = argv;
  if (/^(-h|--help|-V|--version)$/.test(first)) return argv;
  if (commandNames.includes(first) && (!/^(convert|historical)$/.test(first) || plain.test(argv.join(' '))))
    return argv;

  return wholeLine(argv, commandNames, now());
}

const wordErrors: readonly FailureCode[] = [
  'bad_day',
  'unknown_option',
  'unexpected_argument',
  'unknown_command',
  'bad_amount',
  'missing_argument',
];

/** @throws the error, with a line to type instead where the words tell it */
function withHints(error: unknown, argv: readonly string[], { now }: Host): never {
  if (!(error instanceof Failure && wordErrors.includes(error.code))) throw error;
  const hints = hintsFor(error, argv, now());
  throw hints.length > 0 ? new Failure(error.code, error.message, ...hints) : error;
}

/** The one place where errors become messages and exit codes. */
function report(error: unknown, reporter: Reporter): ExitCode {
  if (error instanceof ReaderGone) return exit.ok;
  if (error instanceof Failure) {
    reporter.failure(error);
    return error.exitCode;
  }
  reporter.debug((error instanceof Error && error.stack) || String(error));
  reporter.failure(new Failure('internal_error', `internal error: ${error}`, '--debug shows where'));
  return exit.failed;
}
