import { extname } from 'node:path';
import { annotated } from '../../annotate/annotate.ts';
import { openCsv } from '../../annotate/csv-file.ts';
import { checkFree } from '../../annotate/header.ts';
import { type InputFile, openInput } from '../../disk/input-file.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { foreignEnding, formatOfFile } from '../../output/endings.ts';
import { formats } from '../../output/formats.ts';
import { withSink } from '../../output/sink.ts';
import { resolveAuto } from '../../run/auto.ts';
import type { Cli } from '../../run/host.ts';
import { openOutput, tellWritten } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { type Run, startRun } from '../../run/run.ts';
import { count, inShell, quoted } from '../../words.ts';
import { addedNames, receiptOfRun } from './added-names.ts';
import { codesIn } from './codes-in.ts';
import { LeftRows } from './left-rows.ts';
import type { Annotating } from './options.ts';
import { type Asked, prepare } from './prepare.ts';
import { wantedOf } from './wanted.ts';

export async function annotate(path: string, given: Annotating, cli: Cli): Promise<ExitCode> {
  if (!given.check) {
    if (given.format !== undefined)
      throw new Failure('options_conflict', '--format is that of --check', 'annotate keeps that of the file');
    checkEnding(given.output ?? '', path);
  }
  const started = startRun(cli, given);
  const input = await openInput(path, cli.host);
  try {
    const run = given.rates === undefined ? await ofSource(started, input, path, given) : started;
    const asked = { input, path, given, run };
    if (!given.check) return await annotateFile(asked);

    const { checkFile } = await import('./check.ts');
    return await checkFile(asked);
  } finally {
    await input.close();
  }
}

const ofSource = (run: Run, input: InputFile, path: string, given: Annotating) =>
  resolveAuto(run, given, async (isHad) => (await codesIn(input, path, given)).filter(isHad));

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotateFile(asked: Asked): Promise<ExitCode> {
  const { input, path, given, run } = asked;
  const { rate: rule, output, digits, decimal } = given;
  const { reporter } = run;

  const file = await openCsv(input, path, wantedOf(given), given.delimiter);
  const { header } = file;
  checkDelimiter(output ?? '', path, header.delimiter);
  const names = addedNames(header, given, given.receipts ? receiptOfRun(given, run) : undefined);
  checkFree(header.names, names);
  if (header.line > 1) reporter.note(`the header is line ${header.line}`);

  const { reader, survey, rates, plan, own, withRates } = await prepare(file, asked, { rule });
  if (given.dryRun) return printPlan(plan, {}, run);

  const sink = await openOutput(output, run);
  return withSink(sink, () =>
    withRates(async (receipts) => {
      const left = new LeftRows('without a rate', own?.name);
      const receiptOf = given.receipts ? receipts : undefined;
      const onTrouble = left.add.bind(left);
      const targets = header.to.length;
      const added = { names, targets, reader, survey, rates, digits, decimal, receiptOf, onTrouble };
      for await (const text of annotated(file, added)) await sink.write(file.bytesOf(text));
      await input.checkUnchanged();
      // it may be the file that is replaced, which Windows refuses while it is open
      await input.close();
      await sink.finish();
      tellWritten(output, count(survey.rows, 'row'), run);
      return () => left.tell(reporter);
    }),
  );
}

/** The ending of the given file suits this one too. */
function checkEnding(output: string, given: string): void {
  const ending = extname(output);
  const format = formatOfFile(output);
  const isFit = format ? formats[format].delimited : !foreignEnding(output);
  if (isFit || ending === extname(given)) return;
  throw new Failure(
    'wrong_format',
    `--output: annotate writes CSV, no ${ending} files`,
    `-o ${output.slice(0, -ending.length)}.csv`,
  );
}

/** The file keeps what is between its cells, so no ending may promise another sign. */
function checkDelimiter(output: string, given: string, delimiter: string): void {
  const ending = extname(output).toLowerCase();
  const promised = { '.csv': delimiter !== '\t', '.tsv': delimiter === '\t' }[ending] ?? true;
  if (promised || ending === extname(given).toLowerCase()) return;

  const between = delimiter === '\t' ? 'tabs' : quoted(delimiter);
  const fitting = `${output.slice(0, -ending.length)}${delimiter === '\t' ? '.tsv' : '.csv'}`;
  throw new Failure(
    'wrong_format',
    `--output: ${given === '-' ? 'stdin' : given} has ${between} between its cells, and keeps them`,
    `-o ${inShell(fitting)}`,
  );
}
