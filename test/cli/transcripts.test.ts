import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Stage } from '../support/stage.ts';
import { hasTerminal } from '../support/terminal.ts';
import { isUpdating, type Scene, type Step, Transcript } from '../support/transcript.ts';

const folder = join(import.meta.dirname, 'transcripts');
const files = readdirSync(folder).filter((name) => name.endsWith('.console'));

/** So that no answer is late on a slow machine. */
beforeAll(() => {
  const { setTimeout } = globalThis;
  const patiently = (work: () => void, delay: number, ...given: []) =>
    setTimeout(work, delay < 5_000 ? delay : 100_000, ...given);
  vi.stubGlobal('setTimeout', patiently);
});
afterAll(() => vi.unstubAllGlobals());

describe.each(files)('%s', (name) => {
  const path = join(folder, name);
  const transcript = new Transcript(readFileSync(path, 'utf8'));
  const answers = new Map<Step, string>();

  async function play({ acts }: Scene): Promise<void> {
    const stage = await Stage.open();
    for (const { direction, step } of acts) {
      if (direction !== undefined) await stage.direct(direction);
      if (!step) continue;
      const output = await stage.play(step);
      if (isUpdating) answers.set(step, output);
      else expect({ ...step, output }).toEqual(step);
      expect(stage.vain).toEqual([]);
    }
  }

  for (const { title, scenes } of transcript.groups)
    describe(title, () => {
      for (const scene of scenes) test.skipIf(!hasTerminal && needsTerminal(scene))(scene.title, () => play(scene));
    });
  if (isUpdating) afterAll(() => writeFileSync(path, transcript.with(answers)));
});

function needsTerminal({ acts }: Scene): boolean {
  return acts.some(({ direction }) => direction?.startsWith('terminal '));
}
