import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { App } from '../src/app.ts';
import { leaves, pathOf } from '../src/cli/help.ts';
import { createProgram } from '../src/cli/program.ts';
import { banksOfReaders } from './support/banks-of-readers.ts';
import { consoleBlocks, Shell } from './support/console.ts';
import { isUpdating, type Step, shown, stepsOf } from './support/transcript.ts';

const root = join(import.meta.dirname, '..');
const inDocs = readdirSync(join(root, 'docs')).map((name) => `docs/${name}`);
const guides = inDocs.filter((name) => name.endsWith('.md'));
const texts = new Map(
  ['README.md', 'CONTRIBUTING.md', ...guides].map((name) => [name, readFileSync(join(root, name), 'utf8')]),
);
const readme = contentOf('README.md');
const program = createProgram({} as App);

const [, block = ''] = /^```\w*\n(.*?)^```$/ms.exec(readme) ?? [];

test('the first code block is two lines, each complete for a fresh clone', () =>
  expect(block.trim().split('\n')).toEqual([
    expect.stringMatching(/^npm ci && /),
    expect.stringMatching(/^npm ci && npm test$/),
  ]));

describe('every example prints what is shown', () => {
  const pages = [...texts].map(([name, text]) => ({ name, text, steps: consoleBlocks(text).flat() }));
  test.each(pages.filter(({ steps }) => steps.length > 0))('$name', async ({ name, text, steps }) => {
    const asksBank = name === 'README.md' || steps.some(({ command }) => command.includes('--source '));
    const bank = asksBank ? await banksOfReaders() : {};
    // what goes on behind is the shell's, and the first page is that of the built program
    const isBuilt = name === 'README.md' || steps.some(({ command }) => /&$/.test(command));
    const shell = new Shell({ now: timeOf(text), variables: bank, isBuilt });
    const port = String(await freePort());
    const seen = [];
    for (const { command } of steps) {
      const output = await shell.run(command.replaceAll('8787', port));
      seen.push({ command, output: output.replaceAll(`:${port}`, ':8787') });
    }
    if (isUpdating) update(name, seen);
    else expect(seen).toEqual(steps);
    for (const picture of picturesIn(text)) {
      const path = join(root, dirname(name), picture);
      const drawn = shell.read(basename(picture));
      if (isUpdating) writeFileSync(path, drawn);
      else expect(drawn, picture).toBe(readFileSync(path, 'utf8'));
    }
  });
});

/** Where a page names a time of its own. */
function timeOf(text: string): string | undefined {
  const [, day] = /^The blocks here are run on (.+) at 9:00 UTC\.$/m.exec(text) ?? [];
  return day && new Date(`${day} 09:00 UTC`).toISOString();
}

test('the README shows a picture, and every picture is shown where it is made', () => {
  expect(picturesIn(readme).length).toBeGreaterThan(0);
  const shown = [...texts].flatMap(([name, text]) => picturesIn(text).map((picture) => join(dirname(name), picture)));
  expect(new Set(shown)).toEqual(new Set(inDocs.filter((name) => !guides.includes(name))));
});

test.each([...texts])('%s says on which day it is before what depends on it', (_, text) => {
  const [, ...blocks] = text.split(/^```console\n/m);
  const before = blocks.map((_, at) => text.split(/^```console\n/m, at + 1).join(''));
  const needsDay = (block = '') => /2024-11-(19|20)|days stored|December/.test(block.split(/^```$/m)[0] ?? '');
  for (const [at, block] of blocks.entries())
    if (needsDay(block)) expect(before[at], block).toContain('20 November 2024');
});

const barely = [...texts].flatMap(([name, text]) => commandsIn(text).map((command) => ({ name, command })));
test.each(barely)('a command that is shown without its output is one: $name: ratebook $command', ({ command }) => {
  const words = command.split(/\s+/);
  const [, found] = commandsOf(program).find(([name]) => `${command} `.startsWith(`${name} `)) ?? [];
  expect(found).toBeDefined();
  const known = found?.options.flatMap(({ short, long }) => [short, long]);
  for (const word of words.filter((word) => word.startsWith('-'))) expect(known).toContain(word);
});

test('every command that knows -f json is shown with it', () => {
  const printing = commandsOf(program).filter(([, { options }]) =>
    options.some(({ long, argChoices }) => long === '--format' && argChoices?.includes('json')),
  );
  expect(printing.length).toBeGreaterThan(10);
  for (const [name] of printing) expect(contentOf('docs/data.md')).toMatch(new RegExp(`\\b${name} .*-f json\\b`));
});

const hasJq = spawnSync('jq', ['--version']).status === 0;

const orNoJq = hasJq ? '' : ' (skipped: there is no jq)';
test.skipIf(!hasJq)(`every line with jq prints what is beside it${orNoJq}`, async () => {
  const shell = new Shell();
  const lines = [...contentOf('docs/data.md').matchAll(/^(.*\| jq .*) {2}# (.*)$/gm)];
  expect(lines.length).toBeGreaterThan(3);
  for (const [, command = '', output] of lines) expect(await shell.run(command), command).toBe(`${output}\n`);
});

test.each([...texts])('every link of %s leads somewhere', (name, text) => {
  for (const [, path = '', heading] of text.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]*))?\)/g)) {
    const target = join(dirname(name), path);
    expect(existsSync(join(root, target)), target).toBe(true);
    if (heading) expect(headingsOf(path ? contentOf(target) : text)).toContain(heading);
  }
});

test('the README has at most 900 words, the pages have 20,000, and the README leads to each page', () => {
  const wordsIn = (text: string) => text.trim().split(/\s+/).length;
  expect(wordsIn(readme)).toBeLessThan(900);
  expect(wordsIn(guides.map(contentOf).join('\n'))).toBeLessThanOrEqual(20_000);
  for (const guide of guides) expect(readme).toContain(`](${guide})`);
});

test('the architecture section lists what is in src', () => {
  const listed = Array.from(contentOf('CONTRIBUTING.md').matchAll(/^ {4}src\/([\w.-]+)/gm), ([, name]) => name);
  expect(listed.sort()).toEqual(readdirSync(join(root, 'src')).sort());
});

test.each([...texts])('%s names no folder of the machine it was written on', (_, text) =>
  expect(text).not.toContain(`${homedir()}/`),
);

const contributing = contentOf('CONTRIBUTING.md');

/** `planDays` in `src/fetch/plan.ts`, also over the end of a line. */
const places = [...contributing.matchAll(/`(\w+)`(?: and `(\w+)`)? in\s+`(src\/[\w/-]+\.ts)`/g)].flatMap(
  ([, one = '', other, file = '']) => [one, other].flatMap((name) => (name ? [[name, file] as const] : [])),
);

test('CONTRIBUTING.md names functions', () => expect(places.length).toBeGreaterThan(15));

test.each(places)('%s is in %s, as CONTRIBUTING.md says', (name, file) => {
  const declared = new RegExp(`(?:function\\*? |class |const |async \\*?| )${name}\\b`);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(declared);
});

const paths = new Set(contributing.match(/`src\/[\w/.-]+`/g)?.map((path) => path.slice(1, -1)));

test.each([...paths])('%s is there', (path) => expect(existsSync(join(root, path))).toBe(true));

function update(name: string, steps: readonly Step[]): void {
  const left = [...steps];
  const text = contentOf(name).replace(/^(```console\n)(.*?)(^```$)/gms, (_, begin, block, end) => {
    const now = left.splice(0, stepsOf(block).length);
    return begin + now.map(shown).join('') + end;
  });
  writeFileSync(join(root, name), text);
}

function contentOf(name: string): string {
  return texts.get(name) ?? '';
}

/** The commands of `ratebook` in blocks of a shell, of cron or of systemd, each from its first word on. */
function commandsIn(markdown: string): string[] {
  const blocks = markdown.matchAll(/^```(?:sh|crontab|ini)\n(.*?)^```$/gms);
  const lines = Array.from(blocks, ([, block = '']) => block.split('\n')).flat();
  return lines.flatMap((line) => /(?:^|[ /=(])ratebook ([a-z][^;|)#"]*)/.exec(line)?.[1]?.trim() ?? []);
}

const picturesIn = (markdown: string) =>
  Array.from(markdown.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g), ([, path = '']) => path);

/** As GitHub names them. */
function headingsOf(markdown: string): string[] {
  const nameOf = (heading: string) => heading.toLowerCase().replaceAll("'", '').replaceAll(' ', '-');
  return Array.from(markdown.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => nameOf(heading));
}

/** Below those that a system gives to whoever asks for any, so that it is still free when it is used. */
async function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const server = createServer();
  const isFree = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!(await isFree)) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

/** Every command that has none below it, with its name: `store info`. */
const commandsOf = (program: Command) =>
  Array.from(leaves(program), (command) => [pathOf(command).replace('ratebook ', ''), command] as const);
