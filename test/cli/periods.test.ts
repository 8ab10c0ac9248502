import { expect, test } from 'vitest';
import { behind, Latch } from '../support/latch.ts';
import { finished, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

test.each(['csv', 'ndjson', 'json'])(
  'periods are written in %s while later periods are on their way',
  async (format) => {
    const latch = new Latch();
    const { machine } = await scene((request, response, pass) =>
      request.query.start === '2024-03-01' ? behind(latch)(request, response, pass) : pass(),
    );
    const child = machine.start('series 2024-01 2024-03 -s EUR --every month --no-store -f'.split(' ').concat(format));
    const end = finished(child);
    await said(child, 'stdout', '2024-01');
    latch.open();
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(stdout.match(/2024-\d\d/g)).toEqual(['2024-01', '2024-02', '2024-03']);
  },
);
