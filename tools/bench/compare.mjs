/** Percent; less is noise. */
const bound = 8;

/** A median of fewer pairs is no verdict. */
const fewest = 3;

/**
 * Ratios, or megabytes, beside those that are recorded. Not judged is what is not recorded, what was measured
 * once or twice, and on a busy machine what wants an idle one.
 * @param isBusy whether others keep the machine from answering at once
 */
export function compare(recorded, today, { isBusy }) {
  const known = new Map(recorded.map((row) => [row.work, figureOf(row)]));
  return today.map((row) => {
    const before = known.get(row.work);
    const now = figureOf(row);
    const percent = before === undefined ? undefined : (now / before - 1) * 100;
    const doubt = doubtAbout(row, isBusy);
    return { ...row, before, now, percent, doubt, isWorse: !doubt && now > before * (1 + bound / 100) };
  });
}

function doubtAbout({ wantsIdle, pairs }, isBusy) {
  if (pairs < fewest) return `not judged: measured ${pairs === 1 ? 'once' : 'twice'}`;
  return isBusy && wantsIdle ? 'not judged: the machine is busy' : undefined;
}

/** The lower, the better. */
const figureOf = ({ ratio, ours }) => ratio ?? ours;

export function notMeasured(recorded, today) {
  const measured = new Set(today.map(({ work }) => work));
  return recorded.map(({ work }) => work).filter((work) => !measured.has(work));
}

/** A line for each row, in columns, and one that names what is worse. */
export function told(compared) {
  const worse = compared.filter(({ isWorse }) => isWorse).map(({ work }) => work);
  const verdict = `more than ${bound} % worse than recorded`;
  const last = worse.length === 0 ? `nothing is ${verdict}` : `${verdict}: ${worse.join('; ')}`;
  return `${aligned([head, ...compared.map(cells)])}\n\n${last}`;
}

const head = ['work', 'against', 'recorded', 'today', 'worse by', ''];

function cells({ work, against, figure, before, now, percent, doubt, isWorse }) {
  const text = (number) => (figure === 'peak' ? `${number.toFixed(0)} MB` : number.toFixed(2));
  const figures =
    before === undefined ? ['-', text(now), '-'] : [text(before), text(now), `${percent.toFixed(1)} %`];
  return [work, against, ...figures, isWorse ? 'worse' : (doubt ?? '')];
}

/** Words to the left, numbers to the right. */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (text, column) =>
    column < 2 || column === 5 ? text.padEnd(widths[column]) : text.padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}
