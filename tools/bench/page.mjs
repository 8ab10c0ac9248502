const head = ['work', 'against', 'ratebook', 'other', 'ratio'];

/** What the page says between its marks. */
export function figures({ machine, rows }) {
  const table = [head, head.map(() => '---'), ...rows.map(cells)].map((row) => `| ${row.join(' | ')} |`);
  return `${table.join('\n')}\n\n${machine}\n`;
}

function cells({ work, against, figure, ours, other, ratio }) {
  if (figure === 'peak') return [work, against, `${ours.toFixed(0)} MB`, '', ''];
  const what = figure === 'wall' ? `${work} (with waiting)` : work;
  return [what, against, duration(ours), duration(other), ratio.toFixed(2)];
}

function duration(milliseconds) {
  if (milliseconds < 1) return `${(milliseconds * 1000).toFixed(1)} µs`;
  return milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

const marked = /(?<=^<!-- figures -->\n\n).*?(?=\n<!-- end of figures -->$)/ms;

/** The figures in the text of the page. */
export const figuresIn = (page) => marked.exec(page)?.[0];

export function withFigures(page, record) {
  if (!marked.test(page)) throw new Error('tools/bench/README.md has no marks between which its figures are');
  return page.replace(marked, () => figures(record));
}
