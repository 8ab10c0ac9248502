import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compare, notMeasured, told } from './compare.mjs';
import { figures, figuresIn, withFigures } from './page.mjs';
import { measure, worksOf } from './rounds.mjs';
import { groups } from './rows/all.mjs';

const record = JSON.parse(readFileSync(join(import.meta.dirname, 'ratios.json'), 'utf8'));
const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

test('tools/bench/README.md has the recorded figures', () => {
  expect(figuresIn(page)).toBe(figures(record));
});

test('what is recorded is what is measured', () => {
  const works = record.rows.map(({ work, against, figure }) => ({ work, against, figure }));
  expect(works).toEqual(groups.flatMap(({ rows }) => rows.flatMap(worksOf)));
});

test('figures are written between the marks of a page, and nowhere else', () => {
  const rows = [{ work: 'a', against: 'b', figure: 'cpu', ours: 30, other: 20, ratio: 1.5 }];
  const text = withFigures('# A\n\n<!-- figures -->\n\nold\n<!-- end of figures -->\n\nend\n', {
    machine: 'm',
    rows,
  });
  expect(text).toMatch(
    /^# A\n\n<!-- figures -->\n\n\| work .*\| 1\.50 \|\n\nm\n\n<!-- end of figures -->\n\nend\n$/s,
  );
  expect(() => withFigures('# A\n', { machine: 'm', rows })).toThrow('marks');
});

const row = (work, ratio) => ({ work, against: 'b', figure: 'cpu', pairs: 3, ours: ratio, other: 1, ratio });
const memory = (ours) => ({ work: 'memory', against: 'its peak', figure: 'peak', pairs: 3, ours });

test('what is more than 8 % worse is named', () => {
  const recorded = [
    row('same', 1),
    row('noise', 1),
    row('slower', 1),
    row('better', 1),
    memory(100),
    row('gone', 1),
  ];
  const today = [
    row('same', 1),
    row('noise', 1.08),
    row('slower', 1.09),
    row('better', 0.5),
    memory(109),
    row('new', 9),
  ];
  const compared = compare(recorded, today, { isBusy: false });
  expect(compared.filter(({ isWorse }) => isWorse).map(({ work }) => work)).toEqual(['slower', 'memory']);
  expect(told(compared)).toBe(`\
work    against   recorded   today  worse by
same    b             1.00    1.00     0.0 %
noise   b             1.00    1.08     8.0 %
slower  b             1.00    1.09     9.0 %  worse
better  b             1.00    0.50   -50.0 %
memory  its peak    100 MB  109 MB     9.0 %  worse
new     b                -    9.00         -

more than 8 % worse than recorded: slower; memory`);
  expect(notMeasured(recorded, today)).toEqual(['gone']);
});

test('what wants an idle machine on a busy one, and what was measured once or twice, is not judged', () => {
  const recorded = [row('a', 1), row('b', 1), row('c', 1)];
  const today = [{ ...row('a', 2), wantsIdle: true }, { ...row('b', 2), pairs: 1 }, row('c', 2)];
  const lines = told(compare(recorded, today, { isBusy: true })).split('\n');
  expect(lines.map((line) => line.split('%  ')[1])).toEqual([
    undefined,
    'not judged: the machine is busy',
    'not judged: measured once',
    'worse',
    undefined,
    undefined,
  ]);
  expect(lines.at(-1)).toBe('more than 8 % worse than recorded: c');
});

test('a ratio is the median of the pairs, which take turns in beginning', async () => {
  const order = [];
  const next = (who, taken) => async () => {
    order.push(who);
    return { cpu: taken.shift(), peak: 50 };
  };
  const both = {
    work: 'a',
    against: 'b',
    withPeak: true,
    ours: next('a', [2, 9, 12]),
    other: next('b', [1, 3, 3]),
  };
  const closed = [];
  const group = { rows: [both], open: async () => ({ close: () => closed.push('closed') }) };
  expect(await measure([group], { rounds: 3, seconds: 60 })).toMatchObject([
    { work: 'a', against: 'b', figure: 'cpu', pairs: 3, ours: 9, other: 3, ratio: 3 },
    { work: 'a: memory', against: 'its peak', figure: 'peak', ours: 50 },
  ]);
  expect(order.join('')).toBe('abbaab');
  expect(closed).toEqual(['closed']);
  expect(await measure([group], { rounds: 3, seconds: -1 })).toEqual([]);
});
