import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutKey } from '../../../src/server/http/handler.ts';
import { always } from '../../support/always.ts';

describe('a target as it is shown', () => {
  test.each([
    ['/api/latest.json', '/api/latest.json'],
    ['/api/latest.json?', '/api/latest.json'],
    ['/api/latest.json?app_id=K', '/api/latest.json'],
    ['/api/latest.json?base=EUR&app_id=K&symbols=GBP', '/api/latest.json?base=EUR&symbols=GBP'],
    ['/api/latest.json?%61%70p_id=K&base=EUR', '/api/latest.json?base=EUR'],
    ['/api/latest.json?app%5Fid=K&app%5fid=K', '/api/latest.json'],
    ['/api/latest.json?base=EUR?app_id=K', '/api/latest.json'],
    ['/api/latest.json&app_id=K', '/api/latest.json&'],
    ['/api/\u001b[2J\n', '/api/?[2J?'],
  ])('%j is %j', (target, shown) => expect(withoutKey(target)).toBe(shown));

  test('is one short line of plain text without the key, whatever was sent', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('&', '?', '=', ';', '%26', 'base=EUR', 'app_id', '%'));
    return always([fc.array(piece), fc.array(piece)], (before, after) => {
      const shown = withoutKey(`/api/latest.json?${before.join('')}&app_id=THE-KEY&${after.join('')}`);
      expect(shown).not.toContain('THE-KEY');
      expect(shown).toMatch(/^[!-~]{0,300}$/);
    });
  });
});
