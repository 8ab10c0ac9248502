import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { cutLine, resolveDay } from '../../calendar/named.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import { nameOfSource, neededDays, rateRules, type Source } from '../../periods/rate-rules.ts';
import { receipts } from '../../periods/receipt.ts';
import { withWholeAmount } from '../../rates/amount.ts';
import { Coverage } from '../../report/missing.ts';
import { asPublished, openDays, shownDays, withConsent } from '../../run/days.ts';
import { checkFormat } from '../../run/format-checks.ts';
import type { Cli } from '../../run/host.ts';
import { readUnit, readUnits } from '../../run/known-codes.ts';
import { findNewest } from '../../run/newest.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import { printPlan } from '../../run/print-plan.ts';
import { printing, withPlace } from '../../run/printing.ts';
import { ratesBefore, reachingBack } from '../../run/reaching-back.ts';
import { type Run, startRun } from '../../run/run.ts';
import { convertedAt, isInItself, readAmountOf, targetsIn } from './converter.ts';
import type { Converting } from './door.ts';
import { formatsWithMark } from './formats.ts';
import { print } from './print.ts';

export async function convert(
  [first, second, others]: [amount: string, from: string, to: readonly string[]],
  converting: Converting,
  cli: Cli,
): Promise<ExitCode> {
  const { on, rate: rule, rates, digits, color, dryRun } = converting;
  const place = printing(converting, 'sentence', cli);
  if (place.decimal === 'comma') checkFormat('--decimal comma', formatsWithMark, place.format);
  const [amountText = '', fromText = '', ...toTexts] = withWholeAmount([first, second, ...others]);
  const amount = readAmountOf(amountText, place.decimal, cli.reporter);
  const targets = targetsIn(toTexts);
  const { now } = cli.host;
  const today = dayAt(now());
  if (rates !== undefined) {
    const { convertFromFile } = await import('./from-file.ts');
    return convertFromFile(rates, [amount, fromText, targets], converting, place, cli);
  }
  const named = on === undefined ? undefined : resolveDay(on, now());
  const run = startRun(cli, converting);
  const { holdings, library: all, known } = await openDays(run, converting);
  const from = await readUnit(fromText, known, run.reporter);
  const to = await readUnits(targets, known, run.reporter);
  const asked = { amount, from, to, digits };
  const wanted = new Set([from, ...to].map(({ code }) => code));
  const needsNone = isInItself(asked);
  const isOfToday = needsNone || (!converting.offline && rateRules[rule](today).of === 'mean');
  const newest = named || isOfToday ? undefined : await findNewest(run, holdings, converting);
  const source = rateRules[rule](named ?? newest?.day ?? today);
  const library = source.of === 'last' ? reachingBack(all, run.reporter) : all;
  const isLatest = !named && source.of !== 'mean' && source.day === today;
  const endpoint = source.of === 'mean' ? 'time-series' : isLatest ? 'latest' : 'historical';
  const meant = daysFor(source, run);
  const plan = library.plan(needsNone ? [] : meant, endpoint, wanted);
  if (dryRun) return printPlan(plan, place, cli);
  return withPlace(place, cli, (sink) =>
    withConsent({ run, holdings, plan, terms: converting }, async (ledger) => {
      // a sentence says itself whether the day is over
      const notedAt = place.format === 'sentence' ? undefined : now();
      // a currency that the nearest day lacks may have a rate on one before it
      const listed = source.of === 'last' ? [] : [...wanted];
      const published = listed.filter((code) => code !== run.source.pivot);
      const coverage = new Coverage(from.code, published, { now: notedAt, isRange: source.of === 'mean' });
      const watch = new OddWatch(holdings, wanted, converting.withoutOdd);
      const came = library.days(plan, ledger, wanted);
      // another day's rates are no answer to a rule that leads to a day of its own
      const outcomes = isLatest && newest ? newest.orStored(came) : came;
      const days = shownDays(watch.over(outcomes), asPublished, coverage);
      const converted = await convertedAt(source, asked, days, now());
      const receiptOf = receipts(rule, run.source.folder, watch.isOdd.bind(watch));
      await print({ ...converted, isMadeUp: run.source.isMadeUp }, receiptOf, place, color, sink, cli);
      watch.tell(run.reporter);
      const [off] = coverage.off;
      const before = off && ratesBefore(off, all);
      const on = off === named ? '' : `--on ${off} `;
      const code = coverage.tell(run.reporter, ...(before ? [`${on}--rate last-published takes ${before}`] : []));
      return newest?.tell() || code;
    }),
  );
}

function daysFor(source: Source, { host, reporter, ...run }: Run): readonly Day[] {
  const [today, finished] = [dayAt(host.now()), run.source.lastDue(host.now())];
  const { days, lacks } = neededDays(source, today, finished);
  const name = nameOfSource(source);
  if (lacks === 'before the first day') throw usageError(`${name} is before ${firstDay}, the first day of the service`);
  if (lacks === 'still to come')
    throw usageError(
      source.of === 'mean' ? `no day of ${name} is finished yet` : `${name} is still to come: it is ${today} in UTC`,
    );
  if (source.of === 'mean' && source.period.last > finished) reporter.note(cutLine(name, finished));
  return days;
}
