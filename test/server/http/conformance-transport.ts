import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask } from './ask.ts';
import type { Served } from './conformance.ts';

export function transportConforms(served: () => Served): void {
  const get = (headers: Record<string, string> = {}, method = 'GET') => {
    const { url, appId } = served();
    return ask(url, `/historical/2024-02-29.json?app_id=${appId}`, { method, headers });
  };

  test('an answer says what it is, when it was published and what the server takes for today', async () => {
    const { headers, json, body } = await get();
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['last-modified']).toBe(new Date(json.timestamp * 1000).toUTCString());
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(new Date(String(headers.date)).toISOString().slice(0, 10)).toBe(served().today);
  });

  describe('gzip', () => {
    test.each(['gzip', 'br, gzip;q=0.5', 'GZIP', '*', 'deflate, *;q=0.1'])(
      'with %s, under a tag of its own',
      async (accepted) => {
        const { headers, body } = await get({ 'Accept-Encoding': accepted });
        expect(headers['content-encoding']).toBe('gzip');
        expect(headers['content-length']).toBe(String(body.length));
        const plain = await get();
        expect(gunzipSync(body).toString()).toBe(plain.text);
        expect(headers.etag).not.toBe(plain.headers.etag);
      },
    );

    const refused = ['identity', 'br', 'gzip;q=0', 'gzip; q=0.0', '*, gzip;q=0', ';;,,q=', ''];
    test.each(refused)('not with %j', async (accepted) => {
      const { headers, json } = await get({ 'Accept-Encoding': accepted });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(json.base).toBe('USD');
    });
  });

  describe('If-None-Match', () => {
    test.each([
      ['the tag', (tag: string) => tag],
      ['the weak tag', (tag: string) => `W/${tag}`],
      ['a list', (tag: string) => `"a", W/"b,c",${tag}`],
      ['anything', () => '*'],
    ])('%s: 304 without a body', async (_, condition) => {
      const { headers } = await get();
      const answered = await get({ 'If-None-Match': condition(String(headers.etag)) });
      expect(answered.status).toBe(304);
      expect(answered.body).toHaveLength(0);
      expect(answered.headers.etag).toBe(headers.etag);
      expect(answered.headers.vary).toBe('Accept-Encoding');
    });

    test.each(['"other"', 'W/"other"', 'garbage', ''])('%j: the body', async (condition) =>
      expect((await get({ 'If-None-Match': condition })).status).toBe(200),
    );
  });

  test.each<Record<string, string>>([{}, { 'Accept-Encoding': 'gzip' }])(
    'HEAD has the headers of GET and no body, with %o',
    async (headers) => {
      const head = await get(headers, 'HEAD');
      expect(head.status).toBe(200);
      expect(head.body).toHaveLength(0);
      const { date: _, ...expected } = (await get(headers)).headers;
      expect(head.headers).toMatchObject(expected);
    },
  );

  test.each(['GET', 'HEAD'])('%s of an error is that error, whatever the condition', async (method) => {
    const headers = { 'If-None-Match': '*' };
    const { status, body } = await ask(served().url, '/latest.json', { method, headers });
    expect([status, body.length > 0]).toEqual([401, method === 'GET']);
  });
}
