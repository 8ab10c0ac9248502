import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../src/errors.ts';
import { asked } from './agent.ts';
import { answerOf } from './answer.ts';
import { type BankDays, startBank, weekdaysOf } from './bank.ts';
import { bankOfItaly } from './bank-of-italy.ts';
import { bankOfPoland } from './bank-of-poland.ts';
import { bookOf, row, styles } from './books.ts';
import { hintedLines } from './hinted.ts';
import { appId, Machine, nobody } from './ratebook.ts';
import { dayBody, type Fault, type SeenRequest } from './service.ts';
import { daysOf, pairs, ratesOn, StageService } from './stage-service.ts';
import { StoredFiles } from './stored-files.ts';
import type { Step } from './transcript.ts';
import { typed } from './typed.ts';

type Direct = (words: readonly string[]) => void | Promise<void>;

/**
 * Where a transcript is played: a home of its own, a clock that stands still, the demonstration service with a key for it,
 * and a central bank once it publishes something.
 */
export class Stage {
  readonly machine = new Machine({ RATEBOOK_APP_ID: appId });
  #now = '2024-11-20T09:00:00Z';
  readonly #service = new StageService(() => Date.parse(this.#now));
  #columns: number | undefined;
  #isBuilt = false;
  readonly #short = new Map<string, string>();
  readonly #published: Record<string, BankDays[string]> = {};
  #italy: Awaited<ReturnType<typeof bankOfItaly>>['bank'] | undefined;
  #poland: Awaited<ReturnType<typeof bankOfPoland>>['bank'] | undefined;
  #eachRow: string | undefined;
  readonly vain: string[] = [];

  static async open(): Promise<Stage> {
    const stage = new Stage();
    await stage.#service.open();
    const { url } = stage.#service;
    stage.machine.env.RATEBOOK_BASE_URL = url;
    stage.#short.set('$stored', new StoredFiles(stage.machine, url).places.days);
    return stage;
  }

  /** What happens unseen: the lines that begin with `% `; with `…`, before each row of the command below. */
  async direct(direction: string): Promise<void> {
    if (direction.includes('…')) {
      this.#eachRow = direction;
      return;
    }
    const [name = '', ...words] = direction.split(' ');
    const act = this.#directions[name];
    if (!act) throw new Error(`the stage knows no "${name}"`);
    await act(words);
  }

  readonly #directions: Readonly<Record<string, Direct>> = {
    // clock 2024-11-20 09:00
    clock: ([day, time]) => {
      this.#now = new Date(`${day}T${time}Z`).toISOString();
    },
    // served 2024-11-21 00:00:01: what all answers say of the time, if it is another
    served: ([day, time]) => {
      this.#service.served = `${day}T${time}Z`;
    },
    // stored 2024-01-17 EUR 0.9 GBP 0.8; for each day of 2024-01-01..2024-01-31, DD being its day of the month
    stored: (words) => this.#store(this.#service.url, words, dayBody),
    // damaged 2024-01-17
    damaged: ([days = '']) => {
      for (const day of daysOf(days)) new StoredFiles(this.machine, this.#service.url).write(day, '{');
    },
    // what it does from now on: service demonstrates, as at first; service gives EUR 0.9, or base EUR USD 1.1;
    // service lacks 2024-01-17; service answers {"base":"USD",…}; service refuses 401 invalid_app_id; service is gone;
    // service after 2 refuses 429 too_many_requests; service first 2 lacks 2024-01-17
    service: async (words) => {
      if (words[0] === 'is') await this.#service.close();
      else this.#service.act(words);
    },
    // usage {"data":{"usage":…}}: what usage.json answers
    usage: (words) => {
      this.#service.answerUsage(words.join(' '));
    },
    // bank-stored 2024-01-17 USD 1.1 JPY 160
    'bank-stored': (words) => this.#store('https://ecb', words, (rates) => ({ base: 'EUR', rates })),
    // had-key 2024-01-17 EUR 0.9: a day of the usual service is stored
    'had-key': (words) => this.#store('https://openexchangerates.org/api', words, dayBody),
    // had-key-alternative 2024-01-17 EUR 0.9: the same, of those with --show-alternative
    'had-key-alternative': (words) => this.#store('https://openexchangerates.org/api', words, dayBody, true),
    // no-key-had: no day of the usual service is stored
    'no-key-had': () => {
      rmSync(join(this.machine.home, '.local/share/ratebook/openexchangerates.org'), { recursive: true });
    },
    // bank 2024-01-15 USD 1.0945 JPY 159.67; bank 2024-01-01..2024-01-31
    bank: async ([days = '', ...rates]) => {
      const [first = '', last = first] = days.split('..');
      Object.assign(this.#published, rates.length > 0 ? { [first]: pairs(rates) } : weekdaysOf(first, last));
      await this.#publish();
    },
    // bank-without 2024-01-08: its file has that day no more
    'bank-without': async ([day = '']) => {
      delete this.#published[day];
      await this.#publish();
    },
    // italy: the Banca d'Italia publishes its table of each weekday; italy 2024-01-18: of these days alone
    italy: async (days) => {
      this.#italy ??= await this.#open(bankOfItaly, 'RATEBOOK_BDI_URL', ({ query }) => `Italy ${query.referenceDate}`);
      if (days.length > 0) this.#italy.publishes = (day) => days.includes(day);
    },
    // italy-gives USD 1.5 XAF 655.957 XAF 600: on each of its days
    'italy-gives': (words) => {
      const figures = words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? ''] as const] : []));
      if (this.#italy) this.#italy.figuresOn = () => figures;
    },
    // poland, poland 2024-01-12: the same of the Narodowy Bank Polski
    poland: async (published) => {
      const days = ({ path }: SeenRequest) => path.split('/').slice(-3, -1).join(' ');
      this.#poland ??= await this.#open(bankOfPoland, 'RATEBOOK_NBP_URL', (request) => `Poland ${days(request)}`);
      if (published.length > 0) this.#poland.publishes = (day) => published.includes(day);
    },
    // book bank.xlsx {"Sales": [["Date", "Amount"], ["2024-01-17", 5]], "Old (hidden)": []}
    book: ([name = '', ...words]) => {
      const sheets: Record<string, (string | number)[][]> = JSON.parse(words.join(' '));
      const entries = Object.entries(sheets).map(([sheet, rows]) => {
        const state = sheet.replace(/ \((\w+)\)$/, '" state="$1');
        return [state, rows.map((cells) => row(...cells)).join('')] as const;
      });
      const bytes = bookOf(Object.fromEntries(entries), { 'xl/styles.xml': styles(14) });
      writeFileSync(join(this.machine.home, name), bytes);
    },
    // spent 850: requests of the key, elsewhere
    spent: ([requests]) => this.#service.spend(this.machine.env.RATEBOOK_APP_ID ?? '', Number(requests)),
    // let columns --date Day --amount Sum; $columns is short for it, as $stored is for the folder of the stored days
    let: ([name = '', ...words]) => {
      this.#short.set(`$${name}`, words.join(' '));
    },
    // built: from now on, the built program is started for each command
    built: () => {
      this.#isBuilt = true;
    },
    // terminal 44, which is its columns
    terminal: ([columns]) => {
      this.#columns = Number(columns);
    },
    // env RATEBOOK_BASE=EUR; env RATEBOOK_BASE
    env: ([variable = '']) => {
      const [, name = '', value] = /^(\w+)(?:=(.*))?$/.exec(variable) ?? [];
      if (value === undefined) delete this.machine.env[name];
      else this.machine.env[name] = value;
    },
  };

  #store(
    url: string,
    [days = '', ...rates]: readonly string[],
    bodyOf: (rates: Record<string, number>) => unknown,
    alternative = false,
  ) {
    const files = new StoredFiles(this.machine, url, alternative);
    for (const day of daysOf(days)) files.write(day, JSON.stringify(bodyOf(ratesOn(day, pairs(rates)))));
  }

  async #open<Bank extends { fault: Fault }>(
    start: () => Promise<{ readonly bank: Bank; readonly machine: Machine }>,
    address: string,
    nameOf: (request: SeenRequest) => string,
  ): Promise<Bank> {
    const { bank, machine } = await start();
    bank.fault = (request, response, pass) => {
      response.setHeader('date', this.#service.date());
      this.#service.asked.push(nameOf(request));
      pass();
    };
    this.machine.env[address] = machine.env[address] ?? '';
    return bank;
  }

  #publish = async (): Promise<void> => {
    const bank = await startBank(this.#published);
    bank.fault = (_request, response, pass) => {
      response.setHeader('date', this.#service.date());
      const isConditional = bank.requests.at(-1)?.headers['if-none-match'] !== undefined;
      this.#service.asked.push(isConditional ? 'the bank, if it has another file' : 'the bank');
      pass();
    };
    this.machine.env.RATEBOOK_ECB_URL = bank.url;
    this.#publish = async () => bank.publish(this.#published);
  };

  /**
   * The answer to a command. One with `…` has a line for each of the words that stand there: `words → answer`, and where there
   * are several `…`, `words … words → answer`.
   */
  async play({ command, output }: Step): Promise<string> {
    const direction = this.#eachRow;
    this.#eachRow = undefined;
    if (!direction && !command.includes('…')) return this.#answer(command);
    const rows = [];
    for (const row of output.trimEnd().split('\n')) {
      const [words = ''] = row.split(/ →(?: |$)/);
      const each = words.split(' … ');
      if (direction) await this.direct(direction.replaceAll('…', () => each.shift() ?? ''));
      const answer = await this.#answer(
        command.replaceAll('…', () => (each.length > 1 ? each.shift() : each[0]) ?? ''),
      );
      rows.push(`${words}${arrow}${answer.trimEnd().replaceAll('\n', ' ⏎ ')}`.trimEnd());
    }
    return rows.map((row) => `${row}\n`).join('');
  }

  async #answer(command: string): Promise<string> {
    this.#service.asked = [];
    const whole = command.replace(/\$[a-z]+/g, (name) => this.#short.get(name) ?? name);
    const place = { machine: this.machine, now: this.#now, isBuilt: this.#isBuilt, columns: this.#columns };
    const result = whole.startsWith('agent ') ? await asked(whole, place) : await typed(whole, place);
    const answer = answerOf(result, this.#service.asked)
      .replaceAll(this.machine.home, '/home/ada')
      .replaceAll(/(?<=\d)Z\.[0-9a-f]{12}\b/g, 'Z.0123456789ab')
      .replaceAll(/\b127\.0\.0\.1([:_])\d+\b/g, '127.0.0.1$18787');
    await this.#typeHints(hintedLines(whole, result.stderr));
    return answer;
  }

  /** Each once in all scenes, in a home that is put back: only a hint that is refused itself is told. */
  async #typeHints(lines: readonly string[]): Promise<void> {
    const { home, env } = this.machine;
    const set = { ...env };
    Object.assign(env, unreached, set);
    for (const line of lines.filter((line) => !Stage.#hinted.has(line))) {
      Stage.#hinted.add(line);
      cpSync(home, `${home}-before`, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      // whether it is refused is known before anything is fetched
      const host = { signal: AbortSignal.abort(new Failure('interrupted', 'interrupted')) };
      const { code, stderr } = await typed(line, { machine: this.machine, now: this.#now, host });
      if (code === 2) this.vain.push(`${line}\n${stderr}`);
      rmSync(home, { recursive: true });
      renameSync(`${home}-before`, home);
    }
    for (const name of Object.keys(unreached)) if (!(name in set)) delete env[name];
  }

  static readonly #hinted = new Set<string>();
}

/** Banks that do not publish on this stage. */
const unreached = { RATEBOOK_ECB_URL: nobody, RATEBOOK_BDI_URL: nobody, RATEBOOK_NBP_URL: nobody };
const arrow = ' → ';
