import { median, newHome, printTable, program, timed } from './measure.mjs';

const runs = 25;
const aim = 1.6;

const cases = [
  { args: ['--help'], aim },
  { args: ['--version'], aim },
  { args: ['sries'], aim, expect: 2 },
  { args: ['series', '2024-01', '--dry-run'], aim },
  { args: ['config', 'get', 'base'] },
  { args: ['historical', '2024-01-17', '--demo'], name: 'a held look-up' },
  { args: ['historical', '2024-01-18', '--demo', '--no-store'], name: 'a look-up from the demonstration' },
];

/** How long each start takes beside an empty Node, the runs taken in turns. */
export async function startUp() {
  const { env, remove } = newHome();
  const nothing = [];
  const times = cases.map(() => []);
  try {
    await timed(process.execPath, [program, 'historical', '2024-01-17', '--demo'], { env });
    for (let run = 0; run < runs; run++) {
      nothing.push(await timed(process.execPath, ['-e', '0'], { env }));
      for (const [index, { args, expect }] of cases.entries())
        times[index].push(await timed(process.execPath, [program, ...args], { env, expect }));
    }
  } finally {
    remove();
  }
  const unit = median(nothing);
  console.log(`\nStart-up: medians of ${runs} runs each, in turns`);
  printTable([
    ['', 'ms', 'ratio', 'aim'],
    ['node -e 0', unit.toFixed(1), '1.00', ''],
    ...cases.map(({ args, name = args.join(' '), aim }, index) => {
      const time = median(times[index]);
      return [name, time.toFixed(1), (time / unit).toFixed(2), aim ? String(aim) : ''];
    }),
  ]);
}
