import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { binary, finished, Machine } from '../support/ratebook.ts';
import { servingScene } from '../support/serving.ts';

/**
 * A folder in which this was run: npm install @modelcontextprotocol/client @modelcontextprotocol/sdk openexchangerates-api
 * oxr open-exchange-rates
 */
const clients = process.env.RATEBOOK_CLIENTS ?? '';
const areInstalled = (...names: readonly string[]) =>
  names.every((name) => existsSync(join(clients, 'node_modules', name)));
const hasProtocol = areInstalled('@modelcontextprotocol/client', '@modelcontextprotocol/sdk');
const hasLibraries = areInstalled('open-exchange-rates');
const skipped = ' (skipped: RATEBOOK_CLIENTS names no folder in which they are installed)';

const generations = [
  ['2.x', 'client', 'client/stdio', { versionNegotiation: { mode: 'auto' } }, '2026-07-28'],
  ['2.x, as before 2026', 'client', 'client/stdio', {}, '2025-11-25'],
  ['1.x', 'sdk/client/index.js', 'sdk/client/stdio.js', {}, undefined],
] as const;

describe.skipIf(!hasProtocol)(`the official client of ratebook mcp${hasProtocol ? '' : skipped}`, () => {
  test.each(generations)('%s', async (_name, client, stdio, options, version) => {
    const script = join(temporaryFolder(), 'client.mjs');
    const path = (name: string) => JSON.stringify(`@modelcontextprotocol/${name}`);
    writeFileSync(
      script,
      `
      import { createRequire } from 'node:module';
      const require = createRequire(${JSON.stringify(join(clients, 'client.cjs'))});
      const { Client } = require(${path(client)});
      const { StdioClientTransport } = require(${path(stdio)});
      const client = new Client({ name: 'a test', version: '1' }, ${JSON.stringify(options)});
      const args = [${JSON.stringify(binary)}, 'mcp', '--demo'];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      const { tools } = await client.listTools();
      const call = (name, given) => client.callTool({ name, arguments: given }).catch((error) => error.message);
      const answers = [
        await call('convert', { amount: 250, from: 'EUR', to: 'USD', on: '2024-01-17' }),
        await call('rates', { day: '2024-02-30' }),
        await call('drop', {}),
      ];
      const spoken = client.getNegotiatedProtocolVersion?.();
      await client.close();
      console.log(JSON.stringify({ tools: tools.map(({ name }) => name), answers, spoken }));
    `,
    );
    const child = spawn(process.execPath, [script], { env: new Machine().env });
    const { code, stdout, stderr } = await finished(child);
    expect([code, stderr]).toEqual([0, '']);
    const { tools, answers, spoken } = JSON.parse(stdout);
    expect(spoken).toBe(version);
    expect(tools).toEqual(['convert', 'rates', 'series', 'currencies', 'status']);
    expect(answers[0].structuredContent.conversions).toMatchObject([{ converted: 261.78, rate: 1.047120419 }]);
    expect(JSON.parse(answers[0].content[0].text)).toEqual(answers[0].structuredContent);
    expect(answers[1]).toMatchObject({ isError: true, structuredContent: { error: { code: 'bad_day', exit: 2 } } });
    expect(answers[2]).toContain('unknown tool drop');
  });
});

/** One of them calls this function, which Node 23 removed. */
const ofEarlierNodes = "require('util').isDate ??= (value) => value instanceof Date;";

/** Of each library, how it gets a day from a host, and prints it. */
const libraries = {
  'openexchangerates-api': (host: string) => `
    const RatesApi = require('openexchangerates-api');
    new RatesApi({ appId: 'team', ssl: false, apiBase: '${host}/api' })
      .historical(new Date(2024, 0, 17), (error, day) => console.log(JSON.stringify(error ?? day)));`,
  oxr: (host: string) => `
    require('oxr').factory({ appId: 'team', protocol: 'http', host: '${host}' })
      .historical('2024-01-17').then((day) => console.log(JSON.stringify(day)));`,
  'open-exchange-rates': (host: string) => `
    const oxr = require('open-exchange-rates');
    oxr.set({ app_id: 'team' });
    oxr.api_url = 'http://${host}/api/';
    oxr.historical('2024-01-17', () => console.log(JSON.stringify(oxr)));`,
};

describe.skipIf(!hasLibraries)(`an unmodified client library of the service${hasLibraries ? '' : skipped}`, () => {
  test.each(Object.entries(libraries))('%s', async (_name, script) => {
    const { serving } = await servingScene();
    const { base, rates } = (await serving.day('2024-01-17')).json;
    const text = `${ofEarlierNodes}${script(new URL(serving.url).host)}`;
    const child = spawn(process.execPath, ['--no-deprecation', '-e', text], { cwd: clients });
    const { code, stdout, stderr } = await finished(child);
    expect([code, stderr]).toEqual([0, '']);
    // one of them calls back twice
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ base, rates });
  });
});
