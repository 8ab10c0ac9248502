import { checkFree } from '../../annotate/header.ts';
import { openInput } from '../../disk/input-file.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { orAbandoned } from '../../output/output.ts';
import type { Cli } from '../../run/host.ts';
import { noteWritten, openOutput } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { type Run, resolveAuto, startRun } from '../../run/run.ts';
import { count } from '../../words.ts';
import { addedNames, receiptOfRun } from './added-names.ts';
import { codesIn } from './codes-in.ts';
import { LeftRows } from './left-rows.ts';
import type { Annotating } from './options.ts';
import { type Asked, prepare } from './prepare.ts';
import { type Given, tableOf, tellHeader } from './table.ts';
import { checkEnding, writerTo } from './write.ts';

export async function annotate(path: string, given: Annotating, cli: Cli): Promise<ExitCode> {
  if (!given.check) {
    if (given.format !== undefined)
      throw new Failure('options_conflict', '--format is that of --check', 'annotate keeps that of the file');
    checkEnding(given.output ?? '', path);
  }
  const started = startRun(cli, given);
  const input = await openInput(path, cli.host);
  try {
    const file = { input, path, given };
    const run = given.rates === undefined ? await ofSource(started, file) : started;
    const asked = { ...file, run };
    if (!given.check) return await annotateFile(asked);

    const { checkFile } = await import('./check.ts');
    return await checkFile(asked);
  } finally {
    await input.close();
  }
}

const ofSource = (run: Run, file: Given) =>
  resolveAuto(run, file.given, async (isHad) => (await codesIn(file)).filter(isHad));

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotateFile(asked: Asked): Promise<ExitCode> {
  const { input, given, run } = asked;
  const { rate: rule, output, digits, decimal } = given;
  const { reporter } = run;

  const table = await tableOf(asked);
  const { header } = table;
  const write = writerTo(asked, table);
  const names = addedNames(header, given, given.receipts ? receiptOfRun(given, run) : undefined);
  checkFree(header.names, names);
  tellHeader(table, reporter);

  const { reader, survey, rates, plan, own, withRates } = await prepare(table, asked, { rule });
  if (given.dryRun) return printPlan(plan, {}, run);

  return orAbandoned(await openOutput({ output }, run), (place) =>
    withRates(async (receipts) => {
      const left = new LeftRows('without a rate', table.counted, own);
      const receiptOf = given.receipts ? receipts : undefined;
      const onTrouble = left.add.bind(left);
      const onCaveat = left.addCaveat.bind(left);
      const targets = header.to.length;
      const added = {
        names,
        targets,
        reader,
        survey,
        rates,
        digits,
        decimal,
        receiptOf,
        onTrouble,
        onCaveat,
      };
      for await (const bytes of write(added)) await place.write(bytes);
      await input.checkUnchanged();
      // it may be the file that is replaced, which Windows refuses while it is open
      await input.close();
      await place.close();
      noteWritten(output, () => count(survey.rows, 'row'), run);
      return () => left.tell(reporter);
    }),
  );
}
