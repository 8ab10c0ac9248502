import { expect, test } from 'vitest';
import { Absence } from '../../src/checks/absence.ts';
import { type Finding, worstFirst } from '../../src/checks/finding.ts';
import { ratesOf } from '../output/days.ts';

test('codes that are missing together are told by name, with their days, the most days of codes first', () => {
  const findings: Finding[] = [];
  const absence = new Absence((finding) => findings.push(finding));
  const days = [
    { AMD: 1, AFN: 1, BTN: 1 },
    { BTN: 1 },
    { BTN: 1 },
    { BTN: 1, AFN: 1, AMD: 1 },
    { AFN: 1, AMD: 1 },
    { AMD: 1, AFN: 1, BTN: 1 },
  ];
  days.forEach((rates, at) => {
    absence.add(ratesOf(`2024-01-0${at + 1}`, rates));
  });
  const both = { codes: ['AFN', 'AMD'], start: '2024-01-02', end: '2024-01-03', figures: [2], size: 4 };
  const one = { codes: ['BTN'], start: '2024-01-05', end: '2024-01-05', figures: [1], size: 1 };
  const told = [both, one].map((each) => ({ kind: 'vanished', ...each }));
  expect(findings).toEqual(told);
  expect(findings.toReversed().sort(worstFirst)).toEqual(told);
});

test('of findings of one size, the earlier comes first', () => {
  const finding = (start: string) => ({ kind: 'jump', codes: [], start, end: start, figures: [], size: 1 });
  const days = ['2024-01-02', '2024-01-01', '2024-01-03'].map(finding) as unknown as Finding[];
  expect(days.sort(worstFirst).map(({ start }) => start)).toEqual(['2024-01-01', '2024-01-02', '2024-01-03']);
});
