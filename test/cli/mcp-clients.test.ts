import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { binary, finished, Machine } from '../support/ratebook.ts';

/** A folder in which `npm install @modelcontextprotocol/client @modelcontextprotocol/sdk` was run. */
const clients = process.env.RATEBOOK_CLIENTS ?? '';
const isInstalled = ['client', 'sdk'].every((name) =>
  existsSync(join(clients, 'node_modules/@modelcontextprotocol', name)),
);
const orSkipped = isInstalled ? '' : ' (skipped: RATEBOOK_CLIENTS names no folder in which they are installed)';

const generations = [
  ['2.x', 'client', 'client/stdio', { versionNegotiation: { mode: 'auto' } }, '2026-07-28'],
  ['2.x, as before 2026', 'client', 'client/stdio', {}, '2025-11-25'],
  ['1.x', 'sdk/client/index.js', 'sdk/client/stdio.js', {}, undefined],
] as const;

describe.skipIf(!isInstalled)(`the official client${orSkipped}`, () => {
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
