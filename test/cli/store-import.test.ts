import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { grouped } from '../../src/words.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { finished, type Machine, said } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { scene } from '../support/scene.ts';
import type { TestService } from '../support/service.ts';

const body = (rates: Record<string, number> = { EUR: 0.955, USD: 1 }) => JSON.stringify({ base: 'USD', rates });
const line = (date: string, text = body()) => `{"date":"${date}","body":${text}}\n`;
const summary = (imported: number, same = 0, differ = 0, refused = 0) =>
  `${grouped(imported)} ${imported === 1 ? 'day' : 'days'} imported, ${grouped(same)} stored already, ${differ} stored with other rates, ${refused} refused\n`;

let service: TestService;
let machine: Machine;
let files: HeldFiles;
let folder: string;
beforeEach(async () => {
  ({ service, machine } = await scene());
  files = new HeldFiles(machine, service.url);
  folder = join(machine.home, 'given');
  mkdirSync(folder);
});

const write = (name: string, data: string | Uint8Array) => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};
const run = (...words: string[]) => machine.run(['store', 'import', ...words]);

describe('days are imported from', () => {
  test('a day file, a folder of them, and lines, packed or not', async () => {
    const one = write('2024-01-01.json', body());
    expect(await run(one)).toEqual({ code: 0, stdout: '', stderr: summary(1) });
    write('2024-01-02.json', body());
    write('notes.txt', 'nothing');
    write('more.ndjson', line('2024-01-03') + line('2024-01-04').trimEnd());
    const packed = write('packed.NDJSON.GZ', gzipSync(`\n${line('2024-01-05')}\n`));
    expect(await run(folder, packed)).toEqual({
      code: 0,
      stdout: '',
      stderr: `${summary(4, 2)}1 other file passed over\n`,
    });
    expect(files.days()).toEqual(['01', '02', '03', '04', '05'].map((day) => `2024-01-${day}`));
    expect(
      (await machine.run(['series', '2024-01-01', '2024-01-05', '-s', 'EUR', '-f', 'csv', '-q'])).stdout,
    ).toContain('2024-01-05,USD,EUR,0.955\n');
    expect(service.calls()).toBe(0);
  });

  test('a file of days that are held, of which what differs is listed and nothing is overwritten', async () => {
    const kept = body({ EUR: 0.9, JPY: 150, USD: 1 });
    files.write('2024-01-01', kept);
    const given = write(
      'days.ndjson',
      line('2024-01-01') + line('2024-01-02') + line('2024-01-02', body({ EUR: 1e-7 })),
    );
    expect(await run(given)).toEqual({
      code: 0,
      stdout: [
        '2024-01-01 EUR 0.9 0.955',
        '2024-01-01 JPY 150 -',
        '2024-01-02 EUR 0.955 0.0000001',
        '2024-01-02 USD 1 -',
        '',
      ].join('\n'),
      stderr: summary(1, 0, 2),
    });
    expect(files.read('2024-01-01')).toBe(kept);
    expect(files.aside('older')).toEqual([]);
  });

  test('a day that is given in several files, in a dry run as well', async () => {
    files.write('2024-01-01', body());
    const given = [
      write('one.ndjson', line('2024-01-01') + line('2024-01-02') + line('2024-01-03')),
      write('two.csv', 'date,base,quote,rate\n2024-01-02,USD,EUR,0.956\n2024-01-02,USD,USD,1\n'),
      write('three.ndjson', line('2024-01-03') + line('2024-01-04', body({ GBP: 0.8, USD: 1 }))),
      write('four.ndjson', line('2024-01-04')),
    ];
    const preview = await run(...given, '--dry-run');
    const records = await run(...given, '--dry-run', '-f', 'json');
    expect(preview).toEqual({
      code: 0,
      stdout: '2024-01-02 EUR 0.955 0.956\n2024-01-04 EUR - 0.955\n2024-01-04 GBP 0.8 -\n',
      stderr: '3 days to import, 2 stored already, 2 stored with other rates, 0 refused\n',
    });
    expect(files.days()).toEqual(['2024-01-01']);
    const { stderr, ...done } = await run(...given);
    expect({ ...done, stderr: stderr.replace('imported', 'to import') }).toEqual(preview);
    expect(JSON.parse(records.stdout)).toMatchObject({ imported: 3, held: 4 });
  });

  test('nothing under --dry-run, which moves nothing either', async () => {
    const given = write('days.ndjson', line('2024-01-01'));
    const stderr = '1 day to import, 0 stored already, 0 stored with other rates, 0 refused\n';
    const places = ['share', 'state'].map((name) => join(machine.home, '.local', name));
    const there = () =>
      places.flatMap((place) =>
        existsSync(place)
          ? readdirSync(place, { recursive: true, withFileTypes: true }).map((entry) => {
              const path = join(entry.parentPath, entry.name);
              const { mtimeMs, ctimeMs, size } = statSync(path);
              return { path, mtimeMs, ctimeMs, size };
            })
          : [],
      );
    expect(await run(given, '--dry-run')).toEqual({ code: 0, stdout: '', stderr });
    expect(there()).toEqual([]);

    // a damaged file, an answer of a process that was killed, and one that is unfinished
    files.write('2024-01-01', 'damaged');
    const { arrived, days } = files.places;
    for (const folder of [arrived, join(days, '.unfinished')]) mkdirSync(folder, { recursive: true });
    const left = join(arrived, `2024-01-02.${Date.now() - 100_000}.1.0123456789ab`);
    writeFileSync(left, body());
    const unfinished = join(days, '.unfinished', '.ratebook-0123456789ab.1.1.0.tmp');
    writeFileSync(unfinished, '');
    utimesSync(unfinished, 0, 0);
    const before = there();
    expect(await run(given, '--dry-run')).toEqual({ code: 0, stdout: '', stderr });
    expect(there()).toEqual(before);
    expect((await run(given)).stderr).toContain(summary(1));
    expect(files.days()).toEqual(['2024-01-01', '2024-01-02']);
  });
});

test('rows, series and folders of years are imported together, and what is none of them is told', async () => {
  const rows = 'date,base,quote,rate\n2024-01-01,USD,EUR,0.955\n2024-01-02,USD,EUR,1e-7\n';
  mkdirSync(join(folder, 'year=2024'));
  write('year=2024/rates.csv.gz', gzipSync(rows));
  write('year=2024/notes.txt', '');
  const series = { start_date: '2024-01-03', end_date: '2024-01-03', base: 'USD', rates: { '2024-01-03': { EUR: 2 } } };
  write('series.json', JSON.stringify(series));
  const wide = write('wide.csv', 'date,base,EUR\n2024-01-04,USD,1\n');
  const derived = write('zz.csv', rows.replaceAll('USD,EUR', 'EUR,USD'));
  const reason = 'has the base EUR; only rates as they were published, relative to USD, are taken';
  expect(await runHere(machine, ['store', 'import', folder, '-f', 'json'])).toEqual({
    code: 3,
    stdout: `${JSON.stringify(
      {
        imported: 3,
        held: 0,
        differing: [],
        refused: [
          { name: wide, reason: 'is CSV with a column per currency' },
          { name: `${derived}:2`, reason },
        ],
      },
      null,
      2,
    )}\n`,
    stderr: `ratebook: ${wide} is CSV with a column per currency\nratebook: ${derived}:2 ${reason}\n${summary(3, 0, 0, 2)}1 other file passed over\nwithout --wide, series -f csv writes what is taken\n`,
  });
  expect(files.read('2024-01-02')).toBe('{\n  "base": "USD",\n  "rates": {\n    "EUR": 0.0000001\n  }\n}\n');
});

describe('a day with fewer than half the codes of the nearest stored one', () => {
  const codes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`A${String(at).padStart(3, '0')}`, 1 + at]));
  const hint = '--partial takes days with few codes\n';

  test('is refused by name, also where it would have company, unless --partial takes it', async () => {
    files.write('2024-01-16', body(codes(169)));
    const given = write(
      'days.ndjson',
      [
        ['2024-01-17', 1],
        ['2024-01-18', 84],
        ['2024-01-19', 85],
        ['2024-02-16', 1],
        ['2024-02-17', 1],
      ]
        .map(([day, count]) => line(day as string, body(codes(count as number))))
        .join(''),
    );
    const refused = (at: number, words: string) => `ratebook: ${given}:${at} has ${words}, 2024-01-16 has 169\n`;
    const stderr = [refused(1, '1 code'), refused(2, '84 codes'), refused(4, '1 code')].join('');
    const dry = await run(given, '--dry-run');
    expect(dry).toMatchObject({ code: 3, stderr: expect.stringContaining(stderr) });
    expect(await run(given)).toEqual({ code: 3, stdout: '', stderr: stderr + summary(2, 0, 0, 3) + hint });
    expect(files.days()).toEqual(['2024-01-16', '2024-01-19', '2024-02-17']);
    // a day that is held is compared with what is given, however little that is
    const held = write('2024-01-16.json', body(codes(1)));
    expect((await run(held)).stderr).toBe(summary(0, 0, 1));
    expect(await run(given, '--partial')).toEqual({ code: 0, stdout: '', stderr: summary(3, 2) });
    expect(files.days()).toHaveLength(6);
  });

  test('is compared with the earlier of two, and with the next one where that is damaged', async () => {
    files.write('2024-01-15', body(codes(3)));
    files.write('2024-01-19', body(codes(169)));
    expect(await run(write('2024-01-17.json', body(codes(2))))).toMatchObject({ code: 0 });
    files.write('2024-01-17', 'damaged');
    files.remove('2024-01-15');
    const given = write('2024-01-18.json', body(codes(2)));
    const { code, stderr } = await run(given);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `ratebook: ${given} has 2 codes, 2024-01-19 has 169\n${summary(0, 0, 0, 1)}${hint}`,
    });
    expect(files.aside('damaged')).toEqual([]);
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s is heard amid sixteen gigabytes of blank lines', async (signal) => {
  const blank = gzipSync(Buffer.alloc(64_000_000, '\n'), { level: 1 });
  const given = write('blank.ndjson.gz', Buffer.concat([gzipSync('begun\n'), ...Array<Buffer>(256).fill(blank)]));
  const child = machine.start(['store', 'import', given]);
  const ended = finished(child);
  await said(child, 'stderr', `${given}:1 is neither`);
  child.kill(signal);
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({
    code: 130,
    stderr: `ratebook: ${given}:1 is neither {"date":…,"body":…} nor {"date":…,"base":…,"quote":…,"rate":…}\nratebook: interrupted\n`,
  });
});

describe('what cannot be a day is refused by name, and the others are imported', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  test.each([
    ['a path that climbs', '../../2024-01-01', body(), 'has no day as its date'],
    ['a day in the future', tomorrow, body(), 'is of a day that is not finished'],
    [
      'too many bytes',
      '2024-01-01',
      `{"base":"USD","rates":{"EUR":1},"license":"${'x'.repeat(4_000_000)}"}`,
      'is over 4 MB',
    ],
  ])('%s', async (_, date, text, reason) => {
    const given = write('days.ndjson', line(date, text) + line('2024-01-09'));
    expect(await run(given)).toEqual({
      code: 3,
      stdout: '',
      stderr: `ratebook: ${given}:1 ${reason}\n${summary(1, 0, 0, 1)}`,
    });
    expect(files.days()).toEqual(['2024-01-09']);
  });

  test('in a folder: links, folders, wrong names, too large files', async () => {
    symlinkSync(write('2024-01-01.json', body()), join(folder, '2024-01-02.json'));
    symlinkSync('/', join(folder, 'root'));
    mkdirSync(join(folder, 'sub'));
    write('january.json', body());
    truncateSync(write('2024-01-03.json', ''), 1_000_000_000);
    const { code, stderr } = await run(folder);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: [
        `ratebook: ${join(folder, '2024-01-02.json')} is a link`,
        `ratebook: ${join(folder, '2024-01-03.json')} is over 4 MB`,
        `ratebook: ${join(folder, 'january.json')} is neither named by a day, as 2024-01-17.json is, nor JSON with rates and their days`,
        `ratebook: ${join(folder, 'root')} is a link`,
        `ratebook: ${join(folder, 'sub')} is a folder inside a folder`,
        summary(1, 0, 0, 5),
      ].join('\n'),
    });
  });

  test('a gigabyte of blanks in one line, and a file that is cut off', async () => {
    const zeros = gzipSync(Buffer.alloc(64_000_000, ' '));
    // files in gzip may be joined
    const blanks = write(
      'blanks.ndjson.gz',
      Buffer.concat([...Array<Buffer>(16).fill(zeros), gzipSync(`\n${line('2024-01-01')}`)]),
    );
    const whole = gzipSync(
      line('2024-01-02') +
        line(
          '2024-01-03',
          body({ ...Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`B${at}`, Math.sqrt(at)])) }),
        ),
    );
    const cut = write('cut.ndjson.gz', whole.subarray(0, whole.length - 900));
    const { code, stderr } = await run(blanks, cut);
    expect(code).toBe(3);
    expect(stderr).toContain(`ratebook: ${blanks}:1 is over 4 MB\n`);
    expect(stderr).toMatch(/cut\.ndjson\.gz cannot be read after line \d: unexpected end of file\n/);
    expect(files.days()).toContain('2024-01-01');
  }, 120_000);

  test('a path that does not exist, before anything is imported', async () => {
    const there = write('2024-01-01.json', body());
    expect(await run(there, join(folder, 'missing'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `ratebook: cannot read ${join(folder, 'missing')}: no such file or directory\n`,
    });
    expect(files.names()).toEqual([]);
  });
});

describe('a file of the European Central Bank', () => {
  const csv = 'Date,USD,JPY,\n2024-01-19,1.0887,161.17,\n2024-01-18,1.0875,160.98,\n';
  const zip = zipSync({ 'eurofxref-hist.csv': Buffer.from(csv) });
  const days = () => join(machine.home, '.local/share/ratebook/ecb/historical');
  const read = (day: string) => JSON.parse(readFileSync(join(days(), `${day}.json`), 'utf8'));

  test('goes to a folder of its own, and overwrites nothing', async () => {
    const given = write('eurofxref-hist.zip', zip);
    expect(await run(given, '--dry-run')).toMatchObject({
      code: 0,
      stderr: summary(2).replace('imported', 'to import'),
    });
    expect(existsSync(days())).toBe(false);
    expect(await run(given)).toEqual({ code: 0, stdout: '', stderr: summary(2) });
    expect(read('2024-01-19')).toEqual({ base: 'EUR', rates: { JPY: 161.17, USD: 1.0887 } });
    const later = write('eurofxref-hist.csv', csv.replace('160.98', '161'));
    expect(await run(later)).toEqual({
      code: 0,
      stdout: '2024-01-18 JPY 160.98 161\n',
      stderr: summary(0, 1, 1),
    });
    expect(read('2024-01-18').rates.JPY).toBe(160.98);
    expect([files.names(), service.calls()]).toEqual([[], 0]);
  });

  test('is taken by itself, or not at all', async () => {
    const [cut, whole] = [write('cut.zip', zip.subarray(0, -1)), write('whole.zip', zip)];
    expect(await run(cut)).toEqual({
      code: 3,
      stdout: '',
      stderr: `ratebook: ${cut} is cut off or damaged\n${summary(0, 0, 0, 1)}`,
    });
    const other = write('2024-01-01.json', body());
    expect(await run(whole, other)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /whole\.zip has the base EUR; (?:.*\n){2}import files of the European Central Bank by/,
      ),
    });
    expect([files.days(), existsSync(join(days(), '2024-01-19.json'))]).toEqual([['2024-01-01'], false]);
  });
});

describe.skipIf(!hasRealDays)(`the real days${orSkipped}`, () => {
  test('are imported once, and every one can be read', async () => {
    const { paths: given, length } = new RealDays().files(folder);
    expect(await run(...given)).toEqual({ code: 0, stdout: '', stderr: summary(length) });
    expect(await run(...given)).toEqual({ code: 0, stdout: '', stderr: summary(0, length) });
    expect((await machine.run(['store', 'verify'])).stdout).toBe(`${grouped(length)} days read, none damaged\n`);
  }, 300_000);
});
