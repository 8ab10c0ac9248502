import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { finished, type Machine, type Options, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, replyError } from '../support/service.ts';
import { inWhole } from '../support/whole.ts';

const columns = ['--date', 'Date', '--amount', 'Amount', '--from', 'Currency', '--to', 'EUR'];
/** The same, but for those that are given otherwise. */
const columnsBut = (args: readonly string[]) => columns.filter((_, at) => !args.includes(columns[at - (at % 2)] ?? ''));
const header = 'Date,Amount,Currency\n';
const silent: Fault = () => {};

function annotate(machine: Machine, text: string, args: readonly string[] = [], options: Options = {}) {
  machine.write('bank.csv', text);
  return machine.run(['annotate', 'bank.csv', ...columnsBut(args), ...args], options);
}

/** A machine that holds a few days, and what it adds to rows of a file, without a connection. */
async function holding() {
  const { service, machine } = await scene();
  const held = new HeldFiles(machine, service.url);
  const write = (day: string, rates: Record<string, number>) => held.write(day, JSON.stringify(dayBody(rates)));
  write('2024-01-17', { EUR: 0.9, GBP: 0.8, JPY: 150, KWD: 0.3 });
  write('2024-02-01', { EUR: 0.5, GBP: 0.8 });
  const added = async (text: string, args: readonly string[] = []) => {
    const path = join(machine.home, 'bank.csv');
    writeFileSync(path, text);
    const words = ['annotate', path, ...columnsBut(args), ...args, '--offline', '-q'];
    const { stdout, stderr, code } = await runHere(machine, words);
    return { code, stderr: stderr.replaceAll(path, 'bank.csv'), rows: stdout.split('\n') };
  };
  return { service, machine, added };
}

describe('a file of transactions', () => {
  const bank = 'Date,Text,Amount,Currency\n2024-01-17,Hotel,250.00,GBP\n2024-01-19,Ferry,-81.4,usd\n';
  const annotated = [
    'Date,Text,Amount,Currency,rate,rate_date,converted',
    '2024-01-17,Hotel,250.00,GBP,1.225156897,2024-01-17,306.29',
    '2024-01-19,Ferry,-81.4,usd,0.954019,2024-01-19,-77.66',
    '',
  ].join('\n');

  test('gets the rate of each row, at the cost of its days, and at none the second time', async () => {
    const { service, machine } = await scene();
    expect(await annotate(machine, bank)).toEqual({
      code: 0,
      stdout: annotated,
      stderr: '2 days: 0 held, 2 to fetch, cost 2 requests\n',
    });
    expect({ asked: service.asked(), cost: service.cost() }).toEqual({
      asked: ['2024-01-17', '2024-01-19'],
      cost: 2,
    });
    expect((await annotate(machine, bank, ['-q'])).stdout).toBe(annotated);
    expect(service.cost()).toBe(2);
  });

  test('asks for days beside one another together, at no other cost', async () => {
    const { service, machine } = await scene();
    const days = ['2024-01-31', '2024-01-17', '2024-01-18', '2024-01-19', '2024-02-01', '2024-01-17'];
    await annotate(machine, `${header}${days.map((day) => `${day},1,USD\n`).join('')}`);
    expect(service.asked().sort()).toEqual(['2024-01-17..2024-01-19', '2024-01-31', '2024-02-01']);
    expect(service.cost()).toBe(5);
  });

  test('keeps every byte: mark, quotes, line ends, blank lines, an old encoding', async () => {
    const { machine } = await holding();
    const rows = [
      '\xef\xbb\xbfTag;"Buch""ung";Betrag;W\xe4hrung',
      '',
      '"17.01.2024";"Zwei\r\nZeilen; \xfc\0";1.250,00;GBP',
      '  ',
      '17.01.2024;5" Rohr;"3,5";USD',
    ];
    const named = ['--date', 'Tag', '--amount', 'Betrag', '--from', 'Währung', '--to', 'EUR'];
    const child = machine.start(['annotate', '-', ...named, '--offline', '-q', '-o', 'out.csv']);
    child.stdin.end(Buffer.from(rows.join('\r\n'), 'latin1'));
    expect(await finished(child)).toEqual({ code: 0, stdout: '', stderr: '' });
    const added = [';rate;rate_date;converted', '', ';1,125;2024-01-17;1406,25', '', ';0,9;2024-01-17;3,15'];
    expect(readFileSync(join(machine.home, 'out.csv'), 'latin1')).toBe(
      rows.map((row, at) => row + added[at]).join('\r\n'),
    );
  });

  test.each([
    [['--to', 'JPY'], '17/01/2024|10|eur', '166.6666667|2024-01-17|1667'],
    [['--to', 'KWD'], '2024-01-17|10.05|EUR', '0.3333333333|2024-01-17|3.350'],
    [['--from', 'GBP'], '2024-01-17|12345678.91|?', '1.125|2024-01-17|13888888.77'],
    [['--to', 'Currency'], '2031-01-01|5|EUR', '1|2031-01-01|5.00'],
    [['--date-format', 'MM/DD/YYYY'], '02/01/2024|1|USD', '0.5|2024-02-01|0.50'],
    [['--date-format', 'DMY'], '17-01-24|1|USD', '0.9|2024-01-17|0.90'],
    [['--date-format', 'ymd'], '24-02-01|1|USD', '0.5|2024-02-01|0.50'],
    [['--date-format', 'mm/dd/yyyy'], '01/17/2024|1|USD', '0.9|2024-01-17|0.90'],
    [['--decimal', 'comma'], '2024-01-17|1.234|USD', '0,9|2024-01-17|1110,60'],
    [['--decimal', 'point'], '2024-01-17|1.234|USD', '0.9|2024-01-17|1.11'],
    [['--rate', 'weekday'], '2024-02-01|1|USD', '0.5|2024-02-01|0.50'],
    [['--rate', 'weekday-before'], '2024-01-18|1|USD', '0.9|2024-01-17|0.90'],
  ])('takes %j', async (args, row, added) => {
    const { added: annotated } = await holding();
    expect(await annotated(`Date|Amount|Currency\n${row}\n`, args)).toEqual({
      code: 0,
      stderr: '',
      rows: ['Date|Amount|Currency|rate|rate_date|converted', `${row}|${added}`, ''],
    });
  });

  test('can have days, amounts and currencies as people write them, in an old encoding', async () => {
    const { machine } = await holding();
    const rows = [
      'Date;Amount;Currency',
      "17. J\xe4n. 2024;CHF 1'000.-;GBP",
      '17-Jan-24;-\x80 12.50;EUR',
      '17.01.24 10:30;$12.50 CR;\xa3',
      'Jan 17, 2024;\xa312.50-;gbp',
      '1/17/24;$1,012.50 DR;US$',
    ];
    const child = machine.start(['annotate', '-', ...columns, '--offline', '-q', '-o', 'out.csv']);
    child.stdin.end(Buffer.from(rows.join('\n'), 'latin1'));
    expect(await finished(child)).toEqual({
      code: 3,
      stdout: '',
      stderr: 'ratebook: 2 rows without a rate (amount in another currency: "CHF 1\'000.-"): lines 2, 4\n',
    });
    const added = [
      ...[';rate;rate_date;converted', ';;;', ';1;2024-01-17;-12.50'],
      ...[';;;', ';1.125;2024-01-17;-14.06', ';0.9;2024-01-17;-911.25'],
    ];
    expect(readFileSync(join(machine.home, 'out.csv'), 'latin1')).toBe(
      rows.map((row, at) => row + added[at]).join('\n'),
    );
  });

  test('has a mean with the name of its period, and says what that lacks', async () => {
    const { added } = await holding();
    const { code, stderr, rows } = await added(`${header}2024-01-05,100,USD\n`, ['--rate', 'month-mean']);
    expect({ code, row: rows[1] }).toEqual({ code: 3, row: '2024-01-05,100,USD,0.9,2024-01,90.00' });
    expect(stderr).toBe('ratebook: 30 days not stored: 2024-01-01 to 2024-01-16, 2024-01-18 to 2024-01-31\n');
  });

  test('has names with a prefix, another delimiter, and quotes where they are needed', async () => {
    const { added } = await holding();
    const text = '"Date"~rate~Amount~Currency\n2024-01-17~x~2,5~USD\n';
    const { rows } = await added(text, ['--prefix', 'fx~', '--delimiter', '~', '--decimal', 'comma']);
    expect(rows.slice(0, 2)).toEqual([
      '"Date"~rate~Amount~Currency~"fx~rate"~"fx~rate_date"~"fx~converted"',
      '2024-01-17~x~2,5~USD~0,9~2024-01-17~2,25',
    ]);
    const comma = await added(`${header}2024-01-17,"2,5",USD`, ['--decimal', 'comma']);
    expect(comma.rows[1]).toBe('2024-01-17,"2,5",USD,"0,9",2024-01-17,"2,25"');
    const tabs = await added('Date\tAmount\tCurrency\n2024-01-17\t2\tUSD\n', ['--delimiter', 'tab']);
    expect(tabs.rows[1]).toBe('2024-01-17\t2\tUSD\t0.9\t2024-01-17\t1.80');
  });

  test('of one currency asks for nothing', async () => {
    const { service, machine } = await scene();
    const { code, stdout } = await annotate(machine, `${header}2024-01-17,5,EUR\n`, ['--rate', 'month-mean']);
    expect({ code, stdout, calls: service.calls() }).toEqual({
      code: 0,
      stdout: 'Date,Amount,Currency,rate,rate_date,converted\n2024-01-17,5,EUR,1,2024-01-17,5.00\n',
      calls: 0,
    });
  });

  test('with a header alone has a longer header', async () => {
    const { machine } = await scene();
    const { code, stdout } = await annotate(machine, 'Date,Amount,Currency', ['-q']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Date,Amount,Currency,rate,rate_date,converted' });
  });

  test('may have the ending of the given file, or one of plain text', async () => {
    const { machine } = await holding();
    machine.write('bank.xls', `${header}2024-01-17,5,EUR\n`);
    for (const out of ['out.xls', 'out.txt', 'out.tsv', 'out']) {
      const run = await machine.run(['annotate', 'bank.xls', ...columns, '--offline', '-o', out]);
      expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(machine.read(out)).toContain('2024-01-17,5,EUR,1,2024-01-17,5.00\n');
    }
  });

  test('may replace itself', async () => {
    const { machine } = await holding();
    await annotate(machine, `${header}2024-01-17,5,USD\n`, ['--offline', '-o', 'bank.csv']);
    expect(machine.read('bank.csv')).toBe(
      'Date,Amount,Currency,rate,rate_date,converted\n2024-01-17,5,USD,0.9,2024-01-17,4.50\n',
    );
  });
});

describe('rows that cannot be done keep their bytes, and are named', () => {
  test('by the lines on which they begin, five and a count, for each reason', async () => {
    const { service, machine } = await scene(({ path }, response, pass) =>
      path.includes('2024-02-29') ? replyError(response, 400, 'not_available') : pass(),
    );
    const rows = [
      '2024-01-17,5,USD',
      ',5,USD',
      '"two\nlines",5,USD',
      ...Array(4).fill('soon,5,USD'),
      '2024-01-18,5',
      '2024-01-18,5,USD,,',
      '2024-01-18,5 EUR,USD',
      '2024-01-18,5,XQZ',
      '1998-12-31,5,USD',
      '2099-01-01,5,USD',
      '2024-02-29,5,USD',
    ];
    const { code, stdout, stderr } = await annotate(machine, `${header}${rows.join('\n')}`);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: [
        '2 days: 0 held, 2 to fetch, cost 2 requests',
        'ratebook: no rates for 1 day: 2024-02-29',
        'ratebook: 6 rows without a rate (no readable day: an empty cell): lines 3, 4, 6, 7, 8 and 1 more',
        'ratebook: 2 rows without a rate (more or fewer cells than the header): lines 10, 11',
        'ratebook: 1 row without a rate (amount in another currency: "5 EUR"): line 12',
        'ratebook: 1 row without a rate (unknown currency: "XQZ"): line 13',
        'ratebook: 1 row without a rate (day before 1999-01-01: "1998-12-31"): line 14',
        'ratebook: 1 row without a rate (day still to come: "2099-01-01"): line 15',
        'ratebook: 1 row without a rate (no rates on that day: "2024-02-29"): line 16',
        '',
      ].join('\n'),
    });
    const [, first, ...others] = rows;
    expect(stdout).toBe(
      [
        'Date,Amount,Currency,rate,rate_date,converted',
        '2024-01-17,5,USD,0.955,2024-01-17,4.78',
        ...[first, ...others].map((row) => `${row},,,`),
      ].join('\n'),
    );
    expect(service.cost()).toBe(1);
  });

  test('where a currency has no rate on the day', async () => {
    const { added } = await holding();
    expect(await added(`${header}2024-02-01,5,JPY\n`)).toEqual({
      code: 3,
      stderr: 'ratebook: 1 row without a rate (currency without a rate on that day): line 2\n',
      rows: ['Date,Amount,Currency,rate,rate_date,converted', '2024-02-01,5,JPY,,,', ''],
    });
  });
});

describe('refused before anything is asked, with the output file left alone:', () => {
  const day = '2024-01-17';
  const names = 'hint: the header has "Date", "Amount", "Currency"';
  test.each([
    [
      'an unknown column',
      `${header}${day},5,USD`,
      ['--date', 'Dat'],
      ['there is no column "Dat"', 'hint: did you mean "Date"?', names],
    ],
    [
      'what is neither a column nor a currency',
      `${header}${day},5,USD`,
      ['--to', 'XQZ'],
      ['there is no currency "XQZ"', 'hint: ratebook currencies lists them', names],
    ],
    [
      'a header with an unusual delimiter',
      'Date~Amount\n',
      [],
      [
        'there is no column "Date"',
        'hint: the header has "Date~Amount"',
        'hint: --delimiter says what stands between the cells',
      ],
    ],
    [
      'a column that is there twice',
      `Date,Amount,Currency,Date\n${day},5,USD,\n`,
      [],
      ['the header has the column "Date" twice'],
    ],
    [
      'a name that is taken',
      'Date,Amount,Currency,rate\n',
      [],
      ['the header has a column "rate" already', 'hint: --prefix fx_'],
    ],
    ['an empty file', '', [], ['the file is empty: it has no header']],
    ['blank lines alone', '\r\n \n', [], ['the file is empty: it has no header']],
    [
      'a quote that never closes',
      `${header}${day},5,USD\n${day},5,"USD\n${day},5,USD\n`,
      [],
      ['a quote that begins in line 3 never closes'],
    ],
    [
      'days that can be read in two ways',
      `${header}05/05/2024,5,USD\n01/02/2024,5,USD\n`,
      [],
      [
        'the days can be read in two ways, such as "01/02/2024" in line 3: 2024-02-01 (DMY) or 2024-01-02 (MDY)',
        'hint: --date-format DMY or --date-format MDY says which',
      ],
    ],
    [
      'days of two kinds',
      `${header}13/02/2024,5,USD\n01/13/2024,5,USD\n`,
      [],
      [
        'the days are of two kinds: "13/02/2024" in line 2 and "01/13/2024" in line 3',
        'hint: --date-format DMY or --date-format MDY reads one kind and leaves the other out',
      ],
    ],
    [
      'amounts that can be read in two ways',
      `${header}${day},12,USD\n${day},1.234,USD\n`,
      [],
      [
        'the amounts can be read in two ways, such as "1.234" in line 3: 1.234 (point) or 1234 (comma)',
        'hint: --decimal point or --decimal comma says which',
      ],
    ],
    [
      'a delimiter of two signs',
      header,
      ['--delimiter', '||'],
      ['--delimiter: "||" is not one ASCII character, nor tab'],
    ],
  ])('%s', async (_, text, args, [message, ...hints]) => {
    const { service, machine } = await scene();
    machine.write('out.csv', 'before');
    expect(await annotate(machine, text, [...args, '-o', 'out.csv'])).toEqual({
      code: 2,
      stdout: '',
      stderr: [`ratebook: ${message}`, ...hints, ''].join('\n'),
    });
    expect({ calls: service.calls(), out: machine.read('out.csv') }).toEqual({ calls: 0, out: 'before' });
    expect(machine.files().sort()).toEqual(['bank.csv', 'out.csv']);
  });

  test.each(['.xlsx', '.json', '.parquet'])('a %s file, which would hold CSV', async (ending) => {
    const { service, machine } = await scene();
    expect(await annotate(machine, `${header}${day},5,USD\n`, ['-o', `out${ending}`])).toEqual({
      code: 2,
      stdout: '',
      stderr: `ratebook: --output: annotate writes CSV, no ${ending} files\nhint: -o out.csv\n`,
    });
    expect(service.calls()).toBe(0);
    expect(machine.files()).toEqual(['bank.csv']);
  });

  test('a command without one of its columns', async () => {
    const { machine } = await scene();
    const { code, stderr } = await machine.run(['annotate', 'bank.csv', '--date', 'Date']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'ratebook: --amount <columns> is missing\n' +
        'hint: ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR\n',
    });
  });

  test('a file in UTF-16', async () => {
    const { machine } = await scene();
    writeFileSync(join(machine.home, 'bank.csv'), Buffer.from('\ufeffDate,Amount', 'utf16le'));
    const { code, stderr } = await machine.run(['annotate', 'bank.csv', ...columns]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'ratebook: the file is in UTF-16\nhint: iconv -f UTF-16 -t UTF-8 bank.csv | ratebook annotate - …\n',
    });
  });

  test('a cost over --max-cost', async () => {
    const { service, machine } = await scene();
    const { code, stdout } = await annotate(machine, `${header}2024-01-17,5,USD\n`, ['--max-cost', '0']);
    expect({ code, stdout, calls: service.calls() }).toEqual({ code: 5, stdout: '', calls: 0 });
  });

  test('nothing but a plan under --dry-run', async () => {
    const { service, machine } = await scene();
    const { code, stdout } = await annotate(machine, `${header}2024-01-17,5,USD\n`, ['--dry-run']);
    expect({ code, calls: service.calls() }).toEqual({ code: 0, calls: 0 });
    expect(stdout).toBe(
      'endpoint    start       end         cost\nhistorical  2024-01-17  2024-01-17     1\ntotal                                  1\n',
    );
  });

  test.each([
    ['missing.csv', 'cannot read missing.csv: no such file or directory'],
    ['.', 'cannot read .: it is a folder'],
  ])('what is no file: %s', async (path, message) => {
    const { machine } = await scene();
    const { code, stderr } = await machine.run(['annotate', path, ...columns]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `ratebook: ${message}\n` });
  });
});

test('a huge cell passes through unchanged, and is no reason to stop where it should be an amount', async () => {
  const { machine } = await holding();
  const huge = 'x\n""'.repeat(2_500_000);
  const cut = JSON.stringify(`${'x\n"'.repeat(20)}…`);
  const rows = [
    ['Date,Amount,Currency,Text', ',rate,rate_date,converted'],
    [`2024-01-17,5,USD,"${huge}"`, ',0.9,2024-01-17,4.50'],
    [`2024-01-17,"${huge}",USD,`, ',,,'],
  ];
  const text = rows.map(([row]) => row).join('\n');
  const { code, stdout, stderr } = await annotate(machine, text, ['--offline', '-q']);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: `ratebook: 1 row without a rate (no readable amount: ${cut}): line 2500003\n`,
  });
  // a comparison by words would print both
  expect(stdout === rows.map((row) => row.join('')).join('\n')).toBe(true);
});

test('a file that changes while it is read is not written', async () => {
  let path = '';
  const { machine } = await scene((_request, _response, pass) => {
    appendFileSync(path, '2024-01-18,5,USD\n');
    pass();
  });
  path = join(machine.home, 'bank.csv');
  const { code, stderr } = await annotate(machine, `${header}2024-01-17,5,USD\n`, ['-q', '-o', 'out.csv']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'ratebook: bank.csv has changed while it was read\n',
  });
  expect(machine.files()).toEqual(['bank.csv']);
});

test.each([undefined, 0o640])(
  'what a killed run has written is for its owner alone, and gone with the next one (over a file of mode %o)',
  async (mode) => {
    const { machine } = await scene();
    const out = join(machine.home, 'out.csv');
    if (mode !== undefined) {
      writeFileSync(out, 'before');
      chmodSync(out, mode);
    }
    const text = `${header}2024-01-17,5,USD\n`;
    const [owned, whole] = [['bank.csv'], mode === undefined ? [] : ['out.csv']];
    const preload = join(import.meta.dirname, '../support/killed-before-whole.cjs');
    machine.write('bank.csv', text);
    const args = ['annotate', 'bank.csv', ...columns, '-q', '-o', 'out.csv'];
    expect((await machine.run(args, { preload })).code).toBe(null);
    const left = machine.files().filter((name) => name.startsWith('.ratebook-'));
    expect(machine.files().sort()).toEqual([...left, ...owned, ...whole]);
    expect(
      left.map((name) => [statSync(join(machine.home, name)).mode & 0o777, machine.read(name).length > text.length]),
    ).toEqual([[0o600, true]]);
    expect((await machine.run(args)).code).toBe(0);
    expect(machine.files().sort()).toEqual(['bank.csv', 'out.csv']);
    expect(statSync(out).mode & 0o777).toBe(mode ?? 0o666 & ~process.umask());
  },
);

describe('of standard input', () => {
  /** Started with a folder for temporary files, which is empty at first. */
  async function started(fault: Fault, args: readonly string[] = []) {
    const { service, machine } = await scene(fault);
    const folder = join(machine.home, 'temporary');
    mkdirSync(folder);
    machine.write('out.csv', 'before');
    const env = { TMPDIR: folder, RATEBOOK_TIMEOUT: '250' };
    const child = machine.start(['annotate', '-', ...columns, ...args], { env });
    return { service, machine, child, end: finished(child), left: () => readdirSync(folder) };
  }

  test('rows are named, and the exit code tells of them', async () => {
    const { child, end, left } = await started(silent, ['--offline', '-q']);
    child.stdin.end(`${header},5,USD\n`);
    expect({ ...(await end), left: left() }).toEqual({
      code: 3,
      stdout: 'Date,Amount,Currency,rate,rate_date,converted\n,5,USD,,,\n',
      stderr: 'ratebook: 1 row without a rate (no readable day: an empty cell): line 2\n',
      left: [],
    });
  });

  test('nothing is left while it is read, nor after a kill', async () => {
    const { service, child, end, left } = await started(silent);
    child.stdin.end(`${header}2024-01-17,5,USD\n`);
    await service.came(1);
    expect(left()).toEqual([]);
    child.kill('SIGKILL');
    await end;
    expect(left()).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('an end by %s leaves an old output file alone', async (signal) => {
    const { service, machine, child, end, left } = await started(silent, ['-o', 'out.csv']);
    child.stdin.end(`${header}2024-01-17,5,USD\n`);
    await service.came(1);
    child.kill(signal);
    expect((await end).code).toBe(130);
    expect({ left: left(), out: machine.read('out.csv') }).toEqual({ left: [], out: 'before' });
    expect(machine.files().sort()).toEqual(['out.csv', 'temporary']);
  });

  test('Ctrl-C is heard while more is to come', async () => {
    const { child, end, left } = await started(silent, ['--debug']);
    child.stdin.write(header);
    // it has begun to read once its pipe has been emptied, of more than the pipe holds
    await new Promise((resolve) => child.stdin.write('x'.repeat(1_000_000), resolve));
    child.kill('SIGINT');
    const { code, stderr } = await end;
    expect({ code, stderr, left: left() }).toEqual({
      code: 130,
      stderr: 'ratebook: interrupted\n',
      left: [],
    });
  });
});

const many = inWhole(30_000, 5_000);

test(`${many} rows over three years are the file itself once the three columns are taken away`, async () => {
  const { service, machine } = await scene();
  const days = [...eachDay('2021-01-01' as Day, '2023-12-31' as Day)];
  const rows = Array.from({ length: many }, (_, at) => {
    const text = at % 3 ? `Invoice ${at}` : `"Two\r\nlines; ""${at}"""`;
    const day = days[(at * 7) % days.length];
    return `${day};${text};${at % 1000},${(at % 90) + 10};${['USD', 'GBP', 'JPY'][at % 3]}`;
  });
  const blank = (at: number) => (at % 500 ? '' : ['\r\n', '\n', '  \r\n'][at % 3]);
  const lines = ['\ufeffDate;Text;Amount;Currency', ...rows].map((row, at) => [row, `\r\n${blank(at)}`]);
  const run = () => annotate(machine, lines.flat().join(''), ['--yes', '-q']);
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const taken = stdout.replace(/;rate;rate_date;converted(?=\r\n)|;[\d,]+;\d{4}-\d\d-\d\d;[\d,]+(?=\r\n)/g, '');
  // a comparison by words would print both
  expect(taken === lines.flat().join('')).toBe(true);
  expect(stdout.match(/;[\d,]+;\d{4}-\d\d-\d\d;[\d,]+\r\n/g)).toHaveLength(rows.length);
  expect(service.cost()).toBe(days.length);
  expect((await run()).stdout === stdout).toBe(true);
  expect(service.cost()).toBe(days.length);
});

describe('of a named pipe', () => {
  test('all is read', async () => {
    const { machine } = await holding();
    const rows = `${header}2024-01-17,5,USD\n`;
    const { stdout } = await machine.shell(`ratebook annotate <(printf '${rows}') ${columns.join(' ')} --offline -q`);
    expect(stdout.split('\n')[1]).toBe('2024-01-17,5,USD,0.9,2024-01-17,4.50');
  });

  test('Ctrl-C is heard while nobody writes', async () => {
    const { machine } = await holding();
    const path = join(machine.home, 'pipe');
    execFileSync('mkfifo', [path]);
    const child = machine.start(['annotate', path, ...columns, '--offline', '-q']);
    const end = finished(child);
    const writer = await opened(path);
    child.kill('SIGINT');
    expect(await end).toEqual({ code: 130, stdout: '', stderr: 'ratebook: interrupted\n' });
    closeSync(writer);
  });

  /** Opens only once there is a reader. */
  async function opened(path: string): Promise<number> {
    for (;;) {
      try {
        return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
});

test('Ctrl-C is heard while a long file is written', async () => {
  const { machine } = await holding();
  machine.write('bank.csv', header + '2024-01-17,5,USD\n'.repeat(300_000));
  const child = machine.start(['annotate', 'bank.csv', ...columns, '--offline', '-q']);
  await said(child, 'stdout', 'converted');
  child.kill('SIGINT');
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(130);
});
