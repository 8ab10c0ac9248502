import type { Row } from './row.ts';

/** Two to four of each command, as they are typed; the help of the command begins with them. */
export const examples: Readonly<Record<string, readonly Row[]>> = {
  ratebook: [
    ['ratebook historical yesterday --demo', 'no key needed, made-up rates'],
    ['ratebook series 2024-01 -s EUR,JPY', 'a month, day by day'],
    ['ratebook convert 250 EUR USD', 'at the newest rate'],
    ['ratebook config set app_id', 'your key, for real rates'],
  ],
  'ratebook historical': [
    ['ratebook historical yesterday', 'every currency'],
    ['ratebook historical 2024-01-17 -s EUR,GBP', 'two currencies'],
    ['ratebook historical 2024-01-17 -b EUR -s USD', 'dollars for a euro'],
    ['ratebook historical 2023-12-29 2024-12-31 -f csv', 'two days, for a script'],
  ],
  'ratebook latest': [
    ['ratebook latest', 'every currency'],
    ['ratebook latest -s EUR,GBP,JPY', 'three of them'],
    ['ratebook latest -b EUR -s USD -f json', 'for a script'],
  ],
  'ratebook series': [
    ['ratebook series 2024-01 -s EUR,JPY', 'a month, a row per day'],
    ['ratebook series 2024 -s EUR --summary', 'a year in a few figures'],
    ['ratebook series 2024 --every month -o means.csv', 'monthly means, into a file'],
    ['ratebook series 2024 --dry-run', 'what a year would cost'],
  ],
  'ratebook convert': [
    ['ratebook convert 250 EUR USD', 'at the newest rate'],
    ['ratebook convert 250 EUR USD CHF --on 2024-01-17', "at a day's rate"],
    ['ratebook convert 250 EUR USD -f value', 'the result alone'],
  ],
  'ratebook annotate': [
    ['ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR', 'columns by their names'],
    ['ratebook annotate - --date Day --amount Sum --from USD --to EUR < in.csv', 'one currency for all rows'],
  ],
  'ratebook archive': [
    ['ratebook archive --since 2024-01-01 --dry-run', 'what is missing, and its cost'],
    ['ratebook archive --since 2024-01-01', 'up to 100 days per run'],
    ['ratebook archive --to rates --quiet', 'for cron; also a file per day'],
  ],
  'ratebook currencies': [
    ['ratebook currencies', 'all of them'],
    ['ratebook currencies franc', 'by part of a name'],
    ['ratebook currencies dollar canadian -f json', 'for a script'],
  ],
  'ratebook usage': [
    ['ratebook usage', 'what is left this month'],
    ['ratebook usage -f json', 'for a script'],
  ],
  'ratebook store': [
    ['ratebook store info', 'what there is'],
    ['ratebook store verify', 'whether it can be read'],
  ],
  'ratebook store info': [
    ['ratebook store info', 'of the configured service'],
    ['ratebook store info -f json', 'for a script'],
    ['RATEBOOK_STORE=/srv/rates ratebook store info', 'of another folder'],
  ],
  'ratebook store verify': [
    ['ratebook store verify', 'ends with 1 if a file is damaged'],
    ['ratebook store verify && echo sound', 'in a script'],
  ],
  'ratebook store holes': [
    ['ratebook store holes', 'one line per run of missing days'],
    ['ratebook store holes -f csv --no-header', 'for a script'],
    ['ratebook store holes --show-alternative', 'of the days with all currencies'],
  ],
  'ratebook store check': [
    ['ratebook store check', 'the worst first'],
    ['ratebook store check --threshold 50 -f csv', 'larger jumps, for a script'],
  ],
  'ratebook store import': [
    ['ratebook store import old --dry-run', 'what a folder would add'],
    ['ratebook store import rates.ndjson', 'a day per line'],
  ],
  'ratebook store path': [
    ['ratebook store path', 'where the stored days are'],
    ['du -sh "$(ratebook store path)"', 'the space they take'],
  ],
  'ratebook serve': [
    ['ratebook serve --demo', 'made-up rates, to try out a client'],
    ['ratebook serve --offline', 'stored days only'],
    ['ratebook serve --port 9000 --max-cost 50', 'at most 50 requests a day'],
  ],
  'ratebook config': [
    ['ratebook config set app_id', 'your key'],
    ['ratebook config set symbols EUR,GBP,JPY', 'the currencies you use'],
    ['ratebook config list', 'every setting'],
  ],
  'ratebook config list': [
    ['ratebook config list', 'and where each comes from'],
    ['RATEBOOK_BASE=CHF ratebook config list', 'a variable goes before the file'],
  ],
  'ratebook config get': [
    ['ratebook config get base', 'the currency that rates are relative to'],
    ['ratebook config get store', 'the folder of the stored days'],
  ],
  'ratebook config set': [
    ['ratebook config set app_id', 'asks for your key'],
    ['ratebook config set app_id < key.txt', 'reads it'],
    ['ratebook config set symbols EUR,GBP,JPY', 'the currencies you use'],
    ['ratebook config set confirm_above 100', 'ask above this cost'],
  ],
  'ratebook config unset': [
    ['ratebook config unset symbols', 'show all currencies again'],
    ['ratebook config unset app_id', 'forget the key'],
  ],
  'ratebook config path': [
    ['ratebook config path', 'where the settings are'],
    ['cat "$(ratebook config path)"', 'the file as it is, with the key'],
  ],
  'ratebook completion': [
    ['ratebook completion bash > ratebook.bash', 'see the README for where to put it'],
    ['source <(ratebook completion bash)', 'for this session of bash'],
  ],
  'ratebook help': [
    ['ratebook help series', 'one command'],
    ['ratebook help store info', 'a command below another'],
    ['ratebook help --man', 'everything, as a manual page'],
  ],
};
