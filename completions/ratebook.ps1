# PowerShell completion for ratebook

Register-ArgumentCompleter -Native -CommandName 'ratebook' -ScriptBlock {
  param($word, $line, $cursor)

  # What can be completed: 'COMMAND 0' stands for the first argument of a command, 'COMMAND +' for those after the
  # last that has a number, 'COMMAND -' for its options, 'COMMAND OPTION' for the value of an option.
  $at = New-Object System.Collections.Hashtable ([System.StringComparer]::Ordinal)
  $at['ratebook -'] = @(
    '-V print the version',
    '--version print the version',
    '-h print this help',
    '--help print this help'
  )
  foreach ($place in @(
    'ratebook 0',
    'ratebook help 0'
  )) { $at[$place] = @(
    'historical rates of one or more days',
    'series every day of a range; -f chart draws it',
    'latest the newest rates there are',
    'convert an amount in other currencies',
    'annotate CSV or a workbook, each row at its day''s rate',
    'archive fetch days that are not stored yet; for cron',
    'currencies codes, names, decimals, first and last day',
    'usage plan, requests used and left this month',
    'store inspect, check, import and export stored days',
    'serve answer the service''s interface from the store',
    'mcp answer agents, on stdin and stdout',
    'config read and write the configuration',
    'completion print the completion script for a shell',
    'help describe a command'
  ) }
  foreach ($place in @(
    'ratebook historical',
    'ratebook series',
    'ratebook latest',
    'ratebook convert',
    'ratebook annotate',
    'ratebook archive',
    'ratebook currencies',
    'ratebook usage',
    'ratebook store',
    'ratebook serve',
    'ratebook mcp',
    'ratebook config',
    'ratebook completion',
    'ratebook help',
    'ratebook store info',
    'ratebook store holes',
    'ratebook store verify',
    'ratebook store check',
    'ratebook store import',
    'ratebook store export',
    'ratebook store path',
    'ratebook store help',
    'ratebook config list',
    'ratebook config get',
    'ratebook config set',
    'ratebook config unset',
    'ratebook config path',
    'ratebook config help',
    'ratebook config set source',
    'ratebook config set ecb_url',
    'ratebook config set bdi_url',
    'ratebook config set nbp_url',
    'ratebook config set app_id',
    'ratebook config set base_url',
    'ratebook config set base',
    'ratebook config set symbols',
    'ratebook config set format',
    'ratebook config set confirm_above',
    'ratebook config set max_cost',
    'ratebook config set agent_budget',
    'ratebook config set concurrency',
    'ratebook config set timeout',
    'ratebook config set errors',
    'ratebook config set store',
    'ratebook help historical',
    'ratebook help series',
    'ratebook help latest',
    'ratebook help convert',
    'ratebook help annotate',
    'ratebook help archive',
    'ratebook help currencies',
    'ratebook help usage',
    'ratebook help store',
    'ratebook help serve',
    'ratebook help mcp',
    'ratebook help config',
    'ratebook help completion',
    'ratebook help help',
    'ratebook help store info',
    'ratebook help store holes',
    'ratebook help store verify',
    'ratebook help store check',
    'ratebook help store import',
    'ratebook help store export',
    'ratebook help store path',
    'ratebook help config list',
    'ratebook help config get',
    'ratebook help config set',
    'ratebook help config unset',
    'ratebook help config path'
  )) { $at[$place] = 'command' }
  foreach ($place in @(
    'ratebook 1',
    'ratebook +',
    'ratebook historical -b',
    'ratebook historical --base',
    'ratebook series -b',
    'ratebook series --base',
    'ratebook latest -b',
    'ratebook latest --base',
    'ratebook convert 1',
    'ratebook convert 2',
    'ratebook convert +',
    'ratebook config set base 0'
  )) { $at[$place] = 'code' }
  foreach ($place in @(
    'ratebook historical -',
    'ratebook latest -'
  )) { $at[$place] = @(
    '-s only these, separated by commas, in this order; ''*'' shows all',
    '--symbols only these, separated by commas, in this order; ''*'' shows all',
    '-b currency that the rates are relative to (default: USD; ecb: EUR; bdi: EUR; nbp: PLN)',
    '--base currency that the rates are relative to (default: USD; ecb: EUR; bdi: EUR; nbp: PLN)',
    '--invert one unit of each symbol in the base, instead of the reverse',
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '--without-odd leave out rates that are out of line with the days around them',
    '-f output format (default: table on a terminal, else csv)',
    '--format output format (default: table on a terminal, else csv)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--decimal comma: 0,955 (csv and tsv; csv then has ; between cells)',
    '--raw the service''s answers exactly as they came (implies --no-store)',
    '--prettyprint with --raw: ask the service for indented JSON',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--dry-run print what would be requested and its cost, request nothing',
    '--max-cost refuse if the cost is higher',
    '-y do not ask for confirmation, whatever the cost',
    '--yes do not ask for confirmation, whatever the cost',
    '--no-store neither read nor write the store',
    '--refresh fetch stored and unavailable days again',
    '--offline never open a connection; use stored days only',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '--concurrency requests at the same time, 1 to 64 (default: 4)',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  ) }
  foreach ($place in @(
    'ratebook historical -s',
    'ratebook historical --symbols',
    'ratebook series -s',
    'ratebook series --symbols',
    'ratebook latest -s',
    'ratebook latest --symbols',
    'ratebook config set symbols 0'
  )) { $at[$place] = 'codes' }
  foreach ($place in @(
    'ratebook historical --source',
    'ratebook series --source',
    'ratebook latest --source',
    'ratebook convert --source',
    'ratebook annotate --source',
    'ratebook archive --source',
    'ratebook currencies --source',
    'ratebook usage --source',
    'ratebook store info --source',
    'ratebook store holes --source',
    'ratebook store verify --source',
    'ratebook store check --source',
    'ratebook store import --source',
    'ratebook store export --source',
    'ratebook store path --source',
    'ratebook serve --source',
    'ratebook mcp --source'
  )) { $at[$place] = @(
    'oxr',
    'ecb',
    'bdi',
    'nbp',
    'auto'
  ) }
  foreach ($place in @(
    'ratebook historical -f',
    'ratebook historical --format',
    'ratebook series -f',
    'ratebook series --format',
    'ratebook latest -f',
    'ratebook latest --format'
  )) { $at[$place] = @(
    'table aligned columns, for people',
    'json one JSON document',
    'csv comma-separated rows',
    'tsv tab-separated rows',
    'ndjson one JSON object per line',
    'parquet typed columns for DuckDB, Spark and others',
    'xlsx a workbook for Excel, LibreOffice and others',
    'ledger prices for Ledger and hledger',
    'beancount prices for Beancount',
    'gnucash prices for GnuCash, as CSV',
    'chart lines in the terminal',
    'svg lines as a picture',
    'value the rate alone, of one symbol'
  ) }
  foreach ($place in @(
    'ratebook historical -o',
    'ratebook historical --output',
    'ratebook series -o',
    'ratebook series --output',
    'ratebook latest -o',
    'ratebook latest --output',
    'ratebook convert --rates',
    'ratebook convert -o',
    'ratebook convert --output',
    'ratebook annotate --rates',
    'ratebook annotate -o',
    'ratebook annotate --output',
    'ratebook annotate 0',
    'ratebook currencies -o',
    'ratebook currencies --output',
    'ratebook usage -o',
    'ratebook usage --output',
    'ratebook store info -o',
    'ratebook store info --output',
    'ratebook store holes -o',
    'ratebook store holes --output',
    'ratebook store verify -o',
    'ratebook store verify --output',
    'ratebook store check -o',
    'ratebook store check --output',
    'ratebook store import -o',
    'ratebook store import --output',
    'ratebook store import 0',
    'ratebook store import +',
    'ratebook serve --ids',
    'ratebook config list -o',
    'ratebook config list --output'
  )) { $at[$place] = 'file' }
  foreach ($place in @(
    'ratebook historical --decimal',
    'ratebook series --decimal',
    'ratebook latest --decimal',
    'ratebook convert --decimal',
    'ratebook annotate --decimal'
  )) { $at[$place] = @(
    'point',
    'comma'
  ) }
  foreach ($place in @(
    'ratebook historical --max-cost',
    'ratebook historical --concurrency',
    'ratebook series --max-cost',
    'ratebook series --concurrency',
    'ratebook latest --max-cost',
    'ratebook latest --concurrency',
    'ratebook convert --digits',
    'ratebook convert --max-cost',
    'ratebook convert --concurrency',
    'ratebook convert 0',
    'ratebook annotate --date',
    'ratebook annotate --amount',
    'ratebook annotate --from',
    'ratebook annotate --to',
    'ratebook annotate --side',
    'ratebook annotate --digits',
    'ratebook annotate --sheet',
    'ratebook annotate --year',
    'ratebook annotate --delimiter',
    'ratebook annotate --encoding',
    'ratebook annotate --prefix',
    'ratebook annotate --max-cost',
    'ratebook annotate --concurrency',
    'ratebook archive --max-cost',
    'ratebook archive --reserve',
    'ratebook archive --concurrency',
    'ratebook currencies 0',
    'ratebook currencies +',
    'ratebook store check --threshold',
    'ratebook serve --max-cost',
    'ratebook serve --port',
    'ratebook serve --host',
    'ratebook serve --allow-host',
    'ratebook serve --allow-origin',
    'ratebook serve --concurrency',
    'ratebook config set ecb_url 0',
    'ratebook config set bdi_url 0',
    'ratebook config set nbp_url 0',
    'ratebook config set app_id 0',
    'ratebook config set base_url 0',
    'ratebook config set confirm_above 0',
    'ratebook config set max_cost 0',
    'ratebook config set agent_budget 0',
    'ratebook config set concurrency 0',
    'ratebook config set timeout 0',
    'ratebook config set errors 0',
    'ratebook config unset 0'
  )) { $at[$place] = 'nothing' }
  foreach ($place in @(
    'ratebook historical --errors',
    'ratebook series --errors',
    'ratebook latest --errors',
    'ratebook convert --errors',
    'ratebook annotate --errors',
    'ratebook archive --errors',
    'ratebook currencies --errors',
    'ratebook usage --errors',
    'ratebook store info --errors',
    'ratebook store holes --errors',
    'ratebook store verify --errors',
    'ratebook store check --errors',
    'ratebook store import --errors',
    'ratebook store export --errors',
    'ratebook store path --errors',
    'ratebook serve --errors',
    'ratebook mcp --errors',
    'ratebook config list --errors',
    'ratebook config get --errors',
    'ratebook config set --errors',
    'ratebook config set source --errors',
    'ratebook config set ecb_url --errors',
    'ratebook config set bdi_url --errors',
    'ratebook config set nbp_url --errors',
    'ratebook config set app_id --errors',
    'ratebook config set base_url --errors',
    'ratebook config set base --errors',
    'ratebook config set symbols --errors',
    'ratebook config set format --errors',
    'ratebook config set confirm_above --errors',
    'ratebook config set max_cost --errors',
    'ratebook config set agent_budget --errors',
    'ratebook config set concurrency --errors',
    'ratebook config set timeout --errors',
    'ratebook config set errors --errors',
    'ratebook config set store --errors',
    'ratebook config unset --errors',
    'ratebook config path --errors',
    'ratebook completion --errors',
    'ratebook help --errors',
    'ratebook help historical --errors',
    'ratebook help series --errors',
    'ratebook help latest --errors',
    'ratebook help convert --errors',
    'ratebook help annotate --errors',
    'ratebook help archive --errors',
    'ratebook help currencies --errors',
    'ratebook help usage --errors',
    'ratebook help store --errors',
    'ratebook help store info --errors',
    'ratebook help store holes --errors',
    'ratebook help store verify --errors',
    'ratebook help store check --errors',
    'ratebook help store import --errors',
    'ratebook help store export --errors',
    'ratebook help store path --errors',
    'ratebook help serve --errors',
    'ratebook help mcp --errors',
    'ratebook help config --errors',
    'ratebook help config list --errors',
    'ratebook help config get --errors',
    'ratebook help config set --errors',
    'ratebook help config unset --errors',
    'ratebook help config path --errors',
    'ratebook help completion --errors',
    'ratebook help help --errors'
  )) { $at[$place] = @(
    'text',
    'json one JSON document'
  ) }
  foreach ($place in @(
    'ratebook historical 0',
    'ratebook historical +',
    'ratebook series 1',
    'ratebook convert --on',
    'ratebook archive --since',
    'ratebook archive --until',
    'ratebook store check --since',
    'ratebook store export --since'
  )) { $at[$place] = @(
    'today',
    'yesterday'
  ) }
  $at['ratebook series -'] = @(
    '-s only these, separated by commas, in this order; ''*'' shows all',
    '--symbols only these, separated by commas, in this order; ''*'' shows all',
    '-b currency that the rates are relative to (default: USD; ecb: EUR; bdi: EUR; nbp: PLN)',
    '--base currency that the rates are relative to (default: USD; ecb: EUR; bdi: EUR; nbp: PLN)',
    '--invert one unit of each symbol in the base, instead of the reverse',
    '--every one figure per period instead of one rate per day',
    '--take with --every: which figure of the days (default: mean)',
    '--weekdays only Monday to Friday; other days are not fetched either',
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '--without-odd leave out rates that are out of line with the days around them',
    '-f output format (default: table on a terminal, else csv)',
    '--format output format (default: table on a terminal, else csv)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--summary one row per currency: first, last, change, low and high with their days, mean',
    '--wide one column per currency (csv, tsv, xlsx and table)',
    '--no-header omit the header row (csv and tsv)',
    '--decimal comma: 0,955 (csv and tsv; csv then has ; between cells)',
    '--raw the service''s answers exactly as they came (implies --no-store)',
    '--prettyprint with --raw: ask the service for indented JSON',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--dry-run print what would be requested and its cost, request nothing',
    '--max-cost refuse if the cost is higher',
    '-y do not ask for confirmation, whatever the cost',
    '--yes do not ask for confirmation, whatever the cost',
    '--no-store neither read nor write the store',
    '--refresh fetch stored and unavailable days again',
    '--offline never open a connection; use stored days only',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '--concurrency requests at the same time, 1 to 64 (default: 4)',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook series --every'] = @(
    'week',
    'month',
    'quarter',
    'year'
  )
  $at['ratebook series --take'] = @(
    'mean',
    'last',
    'first',
    'low',
    'high',
    'min',
    'max'
  )
  $at['ratebook series 0'] = @(
    'today',
    'yesterday',
    '30d',
    '1y',
    'last-week',
    'this-week',
    'last-month',
    'this-month',
    'last-quarter',
    'this-quarter',
    'last-year',
    'this-year'
  )
  $at['ratebook convert -'] = @(
    '--on convert at the rate of this day (default: the newest rate)',
    '--rate which rate counts, see Rules (default: day; last-published on a day when the source is closed)',
    '--digits decimals of the result, 0 to 20 (default: the currency''s)',
    '--rates use rates from a file (CSV or HMRC XML); repeatable',
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '--without-odd leave out rates that are out of line with the days around them',
    '-f output format (default: sentence)',
    '--format output format (default: sentence)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--no-pager print a long table straight to the terminal',
    '--decimal comma: 0,955, of the amount too (csv then has ; between cells; not with json or parquet)',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--dry-run print what would be requested and its cost, request nothing',
    '--max-cost refuse if the cost is higher',
    '-y do not ask for confirmation, whatever the cost',
    '--yes do not ask for confirmation, whatever the cost',
    '--no-store neither read nor write the store',
    '--refresh fetch stored and unavailable days again',
    '--offline never open a connection; use stored days only',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '--concurrency requests at the same time, 1 to 64 (default: 4)',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  foreach ($place in @(
    'ratebook convert --rate',
    'ratebook annotate --rate'
  )) { $at[$place] = @(
    'day the day itself',
    'weekday the day, or the last Monday to Friday before it',
    'weekday-before the last Monday to Friday strictly before it',
    'last-published the day, or the nearest before it that has the pair',
    'published-before the nearest day strictly before it with the pair',
    'month-mean mean of all days of its month',
    'weekday-mean mean of Monday to Friday of its month',
    'month-end last day of its month on which there are rates',
    'quarter-mean mean of all days of its quarter',
    'quarter-end last day of its quarter on which there are rates',
    'year-mean mean of all days of its year',
    'year-end last day of its year on which there are rates',
    'published-month-mean as ministries do: a rounded mean, then divided',
    'published-quarter-mean the same of its quarter',
    'published-year-mean the same of its year',
    'previous-month-mean month-mean of the period before',
    'previous-weekday-mean weekday-mean of the period before',
    'previous-month-end month-end of the period before',
    'previous-quarter-mean quarter-mean of the period before',
    'previous-quarter-end quarter-end of the period before',
    'previous-year-mean year-mean of the period before',
    'previous-year-end year-end of the period before',
    'previous-published-month-mean published-month-mean of the period before',
    'previous-published-quarter-mean published-quarter-mean of the period before',
    'previous-published-year-mean published-year-mean of the period before'
  ) }
  foreach ($place in @(
    'ratebook convert -f',
    'ratebook convert --format'
  )) { $at[$place] = @(
    'sentence',
    'table aligned columns, for people',
    'csv comma-separated rows',
    'tsv tab-separated rows',
    'xlsx a workbook for Excel, LibreOffice and others',
    'json one JSON document',
    'ndjson one JSON object per line',
    'parquet typed columns for DuckDB, Spark and others',
    'value the rate alone, of one symbol'
  ) }
  $at['ratebook annotate -'] = @(
    '--date column with the day of each row, or one day for all rows',
    '--amount column with the amount of each row, or two, debits first: Debit,Credit',
    '--from column with the currency of the amount, or one code for all rows',
    '--to column with the currency to convert to, or one or more codes for all rows: EUR,USD',
    '--side column that says debit or credit, after the --amount without signs',
    '--rate which rate counts, see Rules (default: day; last-published on a day when the source is closed)',
    '--digits decimals of the result, 0 to 20 (default: the currency''s)',
    '--rates use rates from a file (CSV or HMRC XML); repeatable',
    '--date-format how all days are written (default: as each looks)',
    '--sheet which sheet of a workbook (default: the one that has the columns)',
    '--year of all days, with --date-format DDMM',
    '--decimal of the amounts and the added numbers (default: as the amounts look)',
    '--delimiter what is between the cells, such as , ; | or tab (default: as the header looks)',
    '--encoding of a CSV file, such as windows-1250 (default: UTF-8, else windows-1252)',
    '--no-header the file has no header: columns are named by their numbers',
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '--without-odd leave out rates that are out of line with the days around them',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--receipts also add how each rate was made: rule, derived, source, days, odd days',
    '--check list what no longer holds of a file that was annotated with these options',
    '-f of what --check lists (default: table on a terminal, else csv)',
    '--format of what --check lists (default: table on a terminal, else csv)',
    '--prefix put this before the names of the added columns, such as fx_',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--dry-run print what would be requested and its cost, request nothing',
    '--max-cost refuse if the cost is higher',
    '-y do not ask for confirmation, whatever the cost',
    '--yes do not ask for confirmation, whatever the cost',
    '--no-store neither read nor write the store',
    '--refresh fetch stored and unavailable days again',
    '--offline never open a connection; use stored days only',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '--concurrency requests at the same time, 1 to 64 (default: 4)',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook annotate --date-format'] = @(
    'DMY',
    'MDY',
    'YMD',
    'YYYY-MM-DD',
    'DD.MM.YYYY',
    'YYYYMMDD',
    'DD/MM/YYYY',
    'MM/DD/YYYY',
    'DDMM'
  )
  foreach ($place in @(
    'ratebook annotate -f',
    'ratebook annotate --format',
    'ratebook currencies -f',
    'ratebook currencies --format',
    'ratebook usage -f',
    'ratebook usage --format',
    'ratebook store info -f',
    'ratebook store info --format',
    'ratebook store holes -f',
    'ratebook store holes --format',
    'ratebook store verify -f',
    'ratebook store verify --format',
    'ratebook store check -f',
    'ratebook store check --format',
    'ratebook store import -f',
    'ratebook store import --format',
    'ratebook config list -f',
    'ratebook config list --format'
  )) { $at[$place] = @(
    'table aligned columns, for people',
    'csv comma-separated rows',
    'tsv tab-separated rows',
    'xlsx a workbook for Excel, LibreOffice and others',
    'json one JSON document',
    'ndjson one JSON object per line',
    'parquet typed columns for DuckDB, Spark and others'
  ) }
  $at['ratebook archive -'] = @(
    '--since first day of the archive; remembered for later runs',
    '--until fetch no later day; not remembered',
    '--status show the state of the archive without any request; exits with 3 if it is behind',
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '-f format of the --to files (default: csv), or json of the summary',
    '--format format of the --to files (default: csv), or json of the summary',
    '--to also keep one file per day in this folder (parquet: per year)',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--dry-run print what would be requested and its cost, request nothing',
    '--max-cost spend at most this per run (default: 100)',
    '--reserve leave this many for new days and look-ups (default: one a day, plus a tenth of the quota)',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '--concurrency requests at the same time, 1 to 64 (default: 4)',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  foreach ($place in @(
    'ratebook archive -f',
    'ratebook archive --format',
    'ratebook store export -f',
    'ratebook store export --format'
  )) { $at[$place] = @(
    'table aligned columns, for people',
    'json one JSON document',
    'csv comma-separated rows',
    'tsv tab-separated rows',
    'ndjson one JSON object per line',
    'parquet typed columns for DuckDB, Spark and others',
    'xlsx a workbook for Excel, LibreOffice and others',
    'ledger prices for Ledger and hledger',
    'beancount prices for Beancount',
    'gnucash prices for GnuCash, as CSV'
  ) }
  foreach ($place in @(
    'ratebook archive --to',
    'ratebook store export 0',
    'ratebook config set store 0'
  )) { $at[$place] = 'folder' }
  $at['ratebook currencies -'] = @(
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '-f output format (default: table on a terminal, else csv)',
    '--format output format (default: table on a terminal, else csv)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  foreach ($place in @(
    'ratebook usage -',
    'ratebook store info -',
    'ratebook store verify -'
  )) { $at[$place] = @(
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '-f output format (default: table)',
    '--format output format (default: table)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  ) }
  foreach ($place in @(
    'ratebook store -',
    'ratebook config -'
  )) { $at[$place] = @(
    '-h print this help',
    '--help print this help'
  ) }
  $at['ratebook store 0'] = @(
    'info Print the stored days of each year, holes and size.',
    'holes List the missing days between the first and the last stored one.',
    'verify Read every stored day and name damaged files.',
    'check Look for rates that are odd: jumps, inverses, standstill, missing codes.',
    'import Add days from files of any form that ratebook writes, and folders of them. Overwrites nothing.',
    'export Write all stored days to a folder, one file per day (parquet: per year). Files that are there are left.',
    'path Print the folder with the stored days of the configured source.',
    'help Describe a command.'
  )
  $at['ratebook store holes -'] = @(
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '-f output format (default: table)',
    '--format output format (default: table)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook store check -'] = @(
    '--against only what differs from the stored rates of this source',
    '--threshold how far a rate must differ (default: 25; with --against: 5)',
    '--since only what ends on this day or later',
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '-f output format (default: table)',
    '--format output format (default: table)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook store check --against'] = @(
    'oxr',
    'ecb',
    'bdi',
    'nbp'
  )
  $at['ratebook store import -'] = @(
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '-f output format (default: table)',
    '--format output format (default: table)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--dry-run print what would be imported, write nothing',
    '--partial take days with fewer than half the codes of those around them',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook store export -'] = @(
    '--since first day of the export (parquet: all of its year)',
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--show-alternative include alternative, black-market and digital currencies',
    '-f format of the files',
    '--format format of the files',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook store path -'] = @(
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  foreach ($place in @(
    'ratebook store help -',
    'ratebook config help -'
  )) { $at[$place] = @(

  ) }
  $at['ratebook store help 0'] = @(
    'info',
    'holes',
    'verify',
    'check',
    'import',
    'export',
    'path',
    'help'
  )
  $at['ratebook serve -'] = @(
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--max-cost spend at most this per UTC day (default: confirm_above)',
    '--offline serve stored days only; never open a connection',
    '--port port to listen on; 0 picks a free one',
    '--host address to listen on (default: 127.0.0.1); any but loopback needs --ids',
    '--ids accept only the app_ids in this file, one per line',
    '--allow-host also accept this name in the Host of requests; repeatable',
    '--allow-origin also answer the scripts of this web site; repeatable',
    '--demo serve made-up rates, to try out clients',
    '--concurrency requests at the same time, 1 to 64 (default: 4)',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook mcp -'] = @(
    '--source whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d''Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '--offline answer from stored days only; never open a connection',
    '--demo use the built-in demonstration service: no key, made-up rates',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  $at['ratebook config 0'] = @(
    'list Print every setting and where it comes from.',
    'get Print one setting.',
    'set Change a setting; without a value, app_id is asked for or read from stdin.',
    'unset Remove a setting.',
    'path Print the path of the configuration file.',
    'help Describe a command.'
  )
  $at['ratebook config list -'] = @(
    '-f output format (default: table)',
    '--format output format (default: table)',
    '-o write to this file, completely or not at all; - is stdout',
    '--output write to this file, completely or not at all; - is stdout',
    '--no-header omit the header row (csv and tsv)',
    '--no-pager print a long table straight to the terminal',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  )
  foreach ($place in @(
    'ratebook config get -',
    'ratebook config set -',
    'ratebook config set source -',
    'ratebook config set ecb_url -',
    'ratebook config set bdi_url -',
    'ratebook config set nbp_url -',
    'ratebook config set app_id -',
    'ratebook config set base_url -',
    'ratebook config set base -',
    'ratebook config set symbols -',
    'ratebook config set format -',
    'ratebook config set confirm_above -',
    'ratebook config set max_cost -',
    'ratebook config set agent_budget -',
    'ratebook config set concurrency -',
    'ratebook config set timeout -',
    'ratebook config set errors -',
    'ratebook config set store -',
    'ratebook config unset -',
    'ratebook config path -',
    'ratebook completion -'
  )) { $at[$place] = @(
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  ) }
  $at['ratebook config get 0'] = @(
    'source',
    'ecb_url',
    'bdi_url',
    'nbp_url',
    'app_id',
    'base_url',
    'base',
    'symbols',
    'format',
    'confirm_above',
    'max_cost',
    'agent_budget',
    'concurrency',
    'timeout',
    'errors',
    'store'
  )
  $at['ratebook config set 0'] = @(
    'source whose rates: oxr, ecb, bdi, nbp or auto',
    'ecb_url address of the European Central Bank, or of a mirror',
    'bdi_url address of the Banca d''Italia, or of a mirror',
    'nbp_url address of the Narodowy Bank Polski, or of a mirror',
    'app_id your key for the service',
    'base_url address of the service: HTTPS, or HTTP on this machine',
    'base currency that the rates are relative to',
    'symbols currencies to show, separated by commas; * shows all',
    'format output format',
    'confirm_above ask before a run that costs more requests than this',
    'max_cost refuse a run that costs more requests than this',
    'agent_budget requests that agents may spend per UTC day, see ratebook mcp',
    'concurrency requests at the same time',
    'timeout seconds until a request is given up',
    'errors how errors and notes are written: text, or json, a line each',
    'store folder of the stored days'
  )
  $at['ratebook config set source 0'] = @(
    'oxr the configured service',
    'ecb the European Central Bank',
    'bdi the Banca d''Italia',
    'nbp the Narodowy Bank Polski',
    'auto oxr with a key, else a bank'
  )
  $at['ratebook config set format 0'] = @(
    'table aligned columns, for people',
    'json one JSON document',
    'csv comma-separated rows',
    'tsv tab-separated rows',
    'ndjson one JSON object per line',
    'ledger prices for Ledger and hledger',
    'beancount prices for Beancount',
    'gnucash prices for GnuCash, as CSV'
  )
  $at['ratebook config help 0'] = @(
    'list',
    'get',
    'set',
    'unset',
    'path',
    'help'
  )
  $at['ratebook completion 0'] = @(
    'bash',
    'zsh',
    'fish',
    'powershell'
  )
  foreach ($place in @(
    'ratebook help -',
    'ratebook help historical -',
    'ratebook help series -',
    'ratebook help latest -',
    'ratebook help convert -',
    'ratebook help annotate -',
    'ratebook help archive -',
    'ratebook help currencies -',
    'ratebook help usage -',
    'ratebook help store -',
    'ratebook help store info -',
    'ratebook help store holes -',
    'ratebook help store verify -',
    'ratebook help store check -',
    'ratebook help store import -',
    'ratebook help store export -',
    'ratebook help store path -',
    'ratebook help serve -',
    'ratebook help mcp -',
    'ratebook help config -',
    'ratebook help config list -',
    'ratebook help config get -',
    'ratebook help config set -',
    'ratebook help config unset -',
    'ratebook help config path -',
    'ratebook help completion -',
    'ratebook help help -'
  )) { $at[$place] = @(
    '--man the manual page, with all commands',
    '--json all commands, options and exit codes as one JSON document, or one command',
    '--skill how an agent with a shell uses ratebook',
    '--color use colour even if the output is not a terminal',
    '--no-color no colour',
    '-q no notes on stderr; warnings and errors stay',
    '--quiet no notes on stderr; warnings and errors stay',
    '--errors how errors and notes are written; json: a line each (default: text)',
    '--debug log each request, wait and result to stderr',
    '-h print this help',
    '--help print this help'
  ) }
  $at['ratebook help store 0'] = @(
    'info Print the stored days of each year, holes and size.',
    'holes List the missing days between the first and the last stored one.',
    'verify Read every stored day and name damaged files.',
    'check Look for rates that are odd: jumps, inverses, standstill, missing codes.',
    'import Add days from files of any form that ratebook writes, and folders of them. Overwrites nothing.',
    'export Write all stored days to a folder, one file per day (parquet: per year). Files that are there are left.',
    'path Print the folder with the stored days of the configured source.'
  )
  $at['ratebook help config 0'] = @(
    'list Print every setting and where it comes from.',
    'get Print one setting.',
    'set Change a setting; without a value, app_id is asked for or read from stdin.',
    'unset Remove a setting.',
    'path Print the path of the configuration file.'
  )
  $at['codes'] = @(
    'AED United Arab Emirates Dirham',
    'AFN Afghan Afghani',
    'ALL Albanian Lek',
    'AMD Armenian Dram',
    'AOA Angolan Kwanza',
    'ARS Argentine Peso',
    'AUD Australian Dollar',
    'AWG Aruban Florin',
    'AZN Azerbaijani Manat',
    'BAM Bosnia-Herzegovina Convertible Mark',
    'BBD Barbadian Dollar',
    'BDT Bangladeshi Taka',
    'BHD Bahraini Dinar',
    'BIF Burundian Franc',
    'BMD Bermudan Dollar',
    'BND Brunei Dollar',
    'BOB Bolivian Boliviano',
    'BRL Brazilian Real',
    'BSD Bahamian Dollar',
    'BTC Bitcoin',
    'BTN Bhutanese Ngultrum',
    'BWP Botswanan Pula',
    'BYN Belarusian Ruble',
    'BZD Belize Dollar',
    'CAD Canadian Dollar',
    'CDF Congolese Franc',
    'CHF Swiss Franc',
    'CLF Chilean Unit of Account (UF)',
    'CLP Chilean Peso',
    'CNH Chinese Yuan (offshore)',
    'CNY Chinese Yuan',
    'COP Colombian Peso',
    'CRC Costa Rican Colon',
    'CUP Cuban Peso',
    'CVE Cape Verdean Escudo',
    'CZK Czech Koruna',
    'DJF Djiboutian Franc',
    'DKK Danish Krone',
    'DOP Dominican Peso',
    'DZD Algerian Dinar',
    'EGP Egyptian Pound',
    'ERN Eritrean Nakfa',
    'ETB Ethiopian Birr',
    'EUR Euro',
    'FJD Fijian Dollar',
    'FKP Falkland Islands Pound',
    'GBP British Pound',
    'GEL Georgian Lari',
    'GGP Guernsey Pound',
    'GHS Ghanaian Cedi',
    'GIP Gibraltar Pound',
    'GMD Gambian Dalasi',
    'GNF Guinean Franc',
    'GTQ Guatemalan Quetzal',
    'GYD Guyanaese Dollar',
    'HKD Hong Kong Dollar',
    'HNL Honduran Lempira',
    'HTG Haitian Gourde',
    'HUF Hungarian Forint',
    'IDR Indonesian Rupiah',
    'ILS Israeli New Shekel',
    'IMP Isle of Man Pound',
    'INR Indian Rupee',
    'IQD Iraqi Dinar',
    'IRR Iranian Rial',
    'ISK Icelandic Krona',
    'JEP Jersey Pound',
    'JMD Jamaican Dollar',
    'JOD Jordanian Dinar',
    'JPY Japanese Yen',
    'KES Kenyan Shilling',
    'KGS Kyrgyz Som',
    'KHR Cambodian Riel',
    'KMF Comorian Franc',
    'KPW North Korean Won',
    'KRW South Korean Won',
    'KWD Kuwaiti Dinar',
    'KYD Cayman Islands Dollar',
    'KZT Kazakhstani Tenge',
    'LAK Laotian Kip',
    'LBP Lebanese Pound',
    'LKR Sri Lankan Rupee',
    'LRD Liberian Dollar',
    'LSL Lesotho Loti',
    'LYD Libyan Dinar',
    'MAD Moroccan Dirham',
    'MDL Moldovan Leu',
    'MGA Malagasy Ariary',
    'MKD Macedonian Denar',
    'MMK Myanmar Kyat',
    'MNT Mongolian Tugrik',
    'MOP Macanese Pataca',
    'MRU Mauritanian Ouguiya',
    'MUR Mauritian Rupee',
    'MVR Maldivian Rufiyaa',
    'MWK Malawian Kwacha',
    'MXN Mexican Peso',
    'MYR Malaysian Ringgit',
    'MZN Mozambican Metical',
    'NAD Namibian Dollar',
    'NGN Nigerian Naira',
    'NIO Nicaraguan Cordoba',
    'NOK Norwegian Krone',
    'NPR Nepalese Rupee',
    'NZD New Zealand Dollar',
    'OMR Omani Rial',
    'PAB Panamanian Balboa',
    'PEN Peruvian Sol',
    'PGK Papua New Guinean Kina',
    'PHP Philippine Peso',
    'PKR Pakistani Rupee',
    'PLN Polish Zloty',
    'PYG Paraguayan Guarani',
    'QAR Qatari Riyal',
    'RON Romanian Leu',
    'RSD Serbian Dinar',
    'RUB Russian Ruble',
    'RWF Rwandan Franc',
    'SAR Saudi Riyal',
    'SBD Solomon Islands Dollar',
    'SCR Seychellois Rupee',
    'SDG Sudanese Pound',
    'SEK Swedish Krona',
    'SGD Singapore Dollar',
    'SHP St. Helena Pound',
    'SLE Sierra Leonean Leone',
    'SOS Somali Shilling',
    'SRD Surinamese Dollar',
    'SSP South Sudanese Pound',
    'STN Sao Tome & Principe Dobra',
    'SVC Salvadoran Colon',
    'SYP Syrian Pound',
    'SZL Swazi Lilangeni',
    'THB Thai Baht',
    'TJS Tajikistani Somoni',
    'TMT Turkmenistani Manat',
    'TND Tunisian Dinar',
    'TOP Tongan Pa''anga',
    'TRY Turkish Lira',
    'TTD Trinidad & Tobago Dollar',
    'TWD New Taiwan Dollar',
    'TZS Tanzanian Shilling',
    'UAH Ukrainian Hryvnia',
    'UGX Ugandan Shilling',
    'USD US Dollar',
    'UYU Uruguayan Peso',
    'UZS Uzbekistani Som',
    'VES Venezuelan Bolivar',
    'VND Vietnamese Dong',
    'VUV Vanuatu Vatu',
    'WST Samoan Tala',
    'XAF Central African CFA Franc',
    'XAG Silver',
    'XAU Gold',
    'XCD East Caribbean Dollar',
    'XCG Caribbean guilder',
    'XCP Copper',
    'XDR Special Drawing Rights',
    'XOF West African CFA Franc',
    'XPD Palladium',
    'XPF CFP Franc',
    'XPT Platinum',
    'YER Yemeni Rial',
    'ZAR South African Rand',
    'ZMW Zambian Kwacha',
    'ZWG Zimbabwean Gold',
    'ANG Netherlands Antillean Guilder (until 2025)',
    'BGN Bulgarian Lev (until 2025)',
    'BYR Belarusian Ruble (2000-2016)',
    'CUC Cuban Convertible Peso (until 2021)',
    'EEK Estonian Kroon (until 2010)',
    'HRK Croatian Kuna (until 2022)',
    'IEP Irish Pound (until 2001)',
    'LTL Lithuanian Litas (until 2014)',
    'LVL Latvian Lats (until 2013)',
    'MRO Mauritanian Ouguiya (1973-2017)',
    'MTL Maltese Lira (until 2007)',
    'SKK Slovak Koruna (until 2008)',
    'SLL Sierra Leonean Leone (1964-2022)',
    'STD Sao Tome & Principe Dobra (1977-2017)',
    'VEF Venezuelan Bolivar (2008-2018)',
    'ZMK Zambian Kwacha (1968-2012)',
    'ZWD Zimbabwean Dollar (1980-2008)',
    'ZWL Zimbabwean Dollar (2009-2024)'
  )

  $command = 'ratebook'
  $option = ''
  $takesOptions = $true
  $arguments = 0
  $typed = ''
  foreach ($element in ($line.CommandElements | Select-Object -Skip 1)) {
    $start = $element.Extent.StartOffset
    if ($start -ge $cursor) { break }
    if ($element.Extent.EndOffset -ge $cursor) {
      $typed = $element.Extent.Text.Substring(0, $cursor - $start)
      break
    }

    $text = $element.Extent.Text
    if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $text = $element.Value }
    $kind = $at["$command $text"]
    if ($option) {
      $option = ''
    } elseif ($takesOptions -and $text -eq '--') {
      $takesOptions = $false
    } elseif ($takesOptions -and $text -like '-?*') {
      if ($null -ne $kind) { $option = $text }
    } elseif ($kind -eq 'command') {
      $command = "$command $text"
    } else {
      $arguments++
    }
  }

  $quote = ''
  if ($typed -match '^["'']') {
    $quote = $typed.Substring(0, 1)
    $typed = $typed.Substring(1)
  }
  $begun = $typed
  if ($option) {
    $kind = $at["$command $option"]
  } elseif ($takesOptions -and $typed -match '^(--[^=]*)=(.*)$') {
    $kind = $at["$command " + $Matches[1]]
    $begun = $Matches[2]
  } elseif ($takesOptions -and $typed -like '-*') {
    $kind = $at["$command -"]
  } else {
    $kind = $at["$command $arguments"]
    if ($null -eq $kind) { $kind = $at["$command +"] }
  }

  $offers = @()
  if ($kind -is [array]) { $offers = $kind }
  if ($kind -eq 'code' -or $kind -eq 'codes') { $offers = $at['codes'] }
  if ($kind -eq 'codes') { $begun = $begun -replace '^.*,', '' }

  # of a list without quotes only what follows the last comma is the word
  $kept = ($word -replace '^["'']', '') -replace '["'']$', ''
  $kept = $kept.Substring(0, [Math]::Max(0, $kept.Length - $begun.Length))
  foreach ($offer in $offers) {
    $offered, $meaning = $offer -split ' ', 2
    if (-not $offered.StartsWith($begun, [System.StringComparison]::OrdinalIgnoreCase)) { continue }
    if (-not $meaning) { $meaning = $offered }
    $text = $quote + $kept + $offered + $quote
    New-Object System.Management.Automation.CompletionResult $text, $offered, 'ParameterValue', $meaning
  }
}
