import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from './measure.mjs';

/**
 * The demonstration service behind a latency. It remembers its answers, so that from the second time on
 * whoever asks is measured, and not the making up of rates; and which addresses have been asked for.
 */
export async function startSlowService(latency, env) {
  const upstream = spawn(process.execPath, [program, 'serve', '--demo', '--port', '0', '--quiet'], { env });
  const [line] = await once(upstream.stdout, 'data');
  const { origin } = new URL(String(line).trim());
  const answers = new Map();
  let asked = [];

  const server = createServer(async ({ url }, response) => {
    asked.push(url);
    if (!answers.has(url)) answers.set(url, answerOf(await fetch(origin + url)));
    const [{ status, type, body }] = await Promise.all([answers.get(url), sleep(latency)]);
    response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${server.address().port}`;
  return {
    url: `${own}/api`,
    /** Addresses asked for since this was last called. */
    takeAsked() {
      const taken = asked.map((url) => own + url);
      asked = [];
      return taken;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      upstream.kill();
      await once(upstream, 'close');
    },
  };
}

async function answerOf(response) {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), body };
}
