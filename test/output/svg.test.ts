import fc from 'fast-check';
import sax from 'sax';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import { usd } from '../../src/currencies/code.ts';
import type { Document } from '../../src/output/format.ts';
import { svg } from '../../src/output/svg.ts';
import { always } from '../support/always.ts';
import { anyDays, codes, day, documentOf, linesOf, ordinaryDays, ratesOf } from './days.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Every element in order. @throws where the text is not well-formed XML */
function elementsOf(xml: string): Element[] {
  const all: Element[] = [];
  const open: Element[] = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    all.push(element);
    open.push(element);
  };
  parser.ontext = (text) => {
    for (const element of open) element.text += text;
  };
  parser.onclosetag = () => void open.pop();
  parser.write(xml).close();
  return all;
}

const start = day('2024-01-01');

function svgOf(rates: readonly Record<string, number>[], more: Partial<Document> = {}): string {
  const kind = { of: 'series', start, end: addDays(start, rates.length - 1) } as const;
  const all = rates.map((each, at) => ratesOf(addDays(start, at), each));
  const [days, missing] = [all.filter(({ rates }) => rates.size > 0), all.filter(({ rates }) => rates.size === 0)];
  return linesOf(
    svg,
    documentOf({ kind, ...more }),
    days,
    missing.map(({ day }) => day),
  );
}

const named = (elements: readonly Element[], name: string) => elements.filter((each) => each.name === name);
const pathsOf = (xml: string) => named(elementsOf(xml), 'path').map(({ attributes }) => attributes.d ?? '');
const textsOf = (xml: string) => named(elementsOf(xml), 'text').map(({ text }) => text);

test('any days are well-formed XML with a path a symbol and finite numbers, which is the same each time', () =>
  always([fc.oneof(anyDays, ordinaryDays)], (days) => {
    const symbols = [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))].slice(0, 5);
    const document = documentOf({ symbols, source: 'rates.example' });
    const xml = linesOf(svg, document, days);
    expect(linesOf(svg, document, days)).toBe(xml);
    if (days.length === 0) return;
    const elements = elementsOf(xml);
    const paths = named(elements, 'path');
    expect(paths.length).toBe(symbols.length);
    for (const { attributes } of paths) expect(attributes.d).toMatch(/^([ML]-?[\d.]+,-?[\d.]+|m-1.5,0h3)*$/);
    for (const { attributes } of elements)
      for (const name of ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height'])
        if (name in attributes) expect(attributes[name]).toMatch(/^-?\d+(\.\d)?$/);
  }));

describe('the picture', () => {
  const days = [
    { EUR: 0.9, STN: 22.1 },
    { EUR: 0.95, STN: 22.5 },
    { EUR: 0.92, STN: 22.9 },
  ];
  const xml = svgOf(days, { symbols: codes('EUR,STN'), source: 'a <b> & "c"', derivedFrom: usd });
  test('has a title, the unit, axes, a legend and its source', () =>
    expect(textsOf(xml)).toEqual([
      '1 USD in EUR and STN',
      '2024-01-01 to 2024-01-03; index, 2024-01-01 = 100',
      'EUR Euro',
      'STN São Tomé & Príncipe Dobra',
      ...['100', '101', '102', '103', '104', '105', '106'],
      ...['1 Jan', '2 Jan', '3 Jan'],
      'EUR',
      'STN',
      'Rates: a <b> & "c"; derived from USD rates',
    ]));
});

test('days without a rate interrupt the line, and a day between two of them is a dash', () => {
  const starts = (...rates: Record<string, number>[]) => pathsOf(svgOf(rates))[0]?.replace(/[^MLh]/g, '');
  expect(starts({ EUR: 1 }, { EUR: 2 }, {}, { EUR: 3 }, { EUR: 4 })).toBe('MLML');
  expect(starts({ EUR: 1 }, {}, { EUR: 2 }, {}, { EUR: 3 }, { EUR: 4 })).toBe('MhMhML');
});
