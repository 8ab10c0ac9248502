import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { certificate, startProxy } from '../support/proxy.ts';
import { finished, Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const day = ['historical', '2024-01-17', '-s', 'EUR', '--no-store', '--debug'];
const trusting = { NODE_EXTRA_CA_CERTS: certificate };
const https = Machine.for('https://rates.example/api');

describe('a proxy', () => {
  const name = 'HTTPS_PROXY';

  test.each([
    [name, 'http://'],
    ['https_proxy', ''],
  ])('in %s, as "%s" and its host, is the way to an address in HTTPS', async (name, scheme) => {
    const { url, connects } = await startProxy();
    const { code, stdout } = await https.run(day, { env: { ...trusting, [name]: scheme + new URL(url).host } });
    expect(stdout).toMatch(/^2024-01-17,USD,EUR,/m);
    expect(connects).toEqual(['rates.example:443']);
    expect(code).toBe(0);
  });

  test.each(['127.0.0.1', 'localhost'])('is never the way to %s', async (host) => {
    const { url, connects } = await startProxy();
    const { machine } = await scene();
    const base = machine.env.RATEBOOK_BASE_URL?.replace('127.0.0.1', host) ?? '';
    const run = await runHere(machine, day, { env: { [name]: url, HTTP_PROXY: url, RATEBOOK_BASE_URL: base } });
    expect([run.code, connects]).toEqual([0, []]);
  });

  test('nor to https://[::1], nor to the demonstration', async () => {
    const { url, connects } = await startProxy();
    const env = { [name]: url, HTTP_PROXY: url };
    expect(await firstTry({ ...env, RATEBOOK_BASE_URL: 'https://[::1]:9/api' })).toContain('refused');
    const demo = await runHere(https, ['historical', '2024-01-17', '--demo', '-s', 'EUR'], { env });
    expect([demo.code, connects]).toEqual([0, []]);
  });
});

/** Ends it as soon as the first try has failed. */
async function firstTry(env: Record<string, string>): Promise<string> {
  const child = https.start(day, { env });
  const end = finished(child);
  await said(child, 'stderr', /try 1: .*\n/);
  child.kill('SIGINT');
  return (await end).stderr;
}

test('NO_PROXY names hosts that are asked without it', async () => {
  const { url, connects } = await startProxy();
  const stderr = await firstTry({ HTTPS_PROXY: url, NO_PROXY: 'other.example,rates.example' });
  expect(stderr).toMatch(/host not found|looked up/);
  expect(connects).toEqual([]);
});

test('a name and a password go to the proxy alone', async () => {
  const asked: IncomingHttpHeaders[] = [];
  const { url } = await startProxy((client, _number, _tunnel, headers) => {
    asked.push(headers);
    client.end('HTTP/1.1 407 No\r\n\r\n');
  });
  const stderr = await firstTry({ HTTPS_PROXY: url.replace('//', '//me%20too:pass%3Aword@') });
  expect(stderr).toContain('the proxy refused the connection (407)');
  expect(asked[0]).toMatchObject({
    host: 'rates.example',
    'proxy-authorization': `Basic ${Buffer.from('me too:pass:word').toString('base64')}`,
  });
  expect(asked[0]).not.toHaveProperty('authorization');
});

test('a proxy that is not there is what cannot be reached', async () => {
  const { code, stderr } = await runHere(https, day, { env: { HTTPS_PROXY: 'http://me:pass@127.0.0.1:1' } });
  expect(stderr).toMatch(
    /^ratebook: rates\.example cannot be reached: cannot connect through the proxy 127\.0\.0\.1:1 \(HTTPS_PROXY\): the connection was refused$/m,
  );
  expect(stderr).not.toContain('pass');
  expect(code).toBe(1);
});

test('a certificate that is not trusted ends the run at once', async () => {
  const { url, connects } = await startProxy();
  const { code, stderr } = await runHere(https, day, { env: { HTTPS_PROXY: url } });
  expect(stderr).toMatch(/^ratebook: request to rates\.example .*the certificate is not trusted/m);
  expect(code).toBe(1);
  expect(connects).toHaveLength(1);
});
