# bash completion for ratebook

# Sets kind to what can be completed: "COMMAND 0" stands for the first argument of a command, "COMMAND -" for
# its options, and "COMMAND OPTION" for the value of an option.
_ratebook_kind() {
  case $1 in
    'ratebook -')
      kind='words -V --version -h --help' ;;
    'ratebook 0' | \
      'ratebook help 0')
      kind='words historical series latest convert annotate archive currencies usage store serve mcp config completion help' ;;
    'ratebook historical' | \
      'ratebook series' | \
      'ratebook latest' | \
      'ratebook convert' | \
      'ratebook annotate' | \
      'ratebook archive' | \
      'ratebook currencies' | \
      'ratebook usage' | \
      'ratebook store' | \
      'ratebook serve' | \
      'ratebook mcp' | \
      'ratebook config' | \
      'ratebook completion' | \
      'ratebook help' | \
      'ratebook store info' | \
      'ratebook store holes' | \
      'ratebook store verify' | \
      'ratebook store check' | \
      'ratebook store import' | \
      'ratebook store export' | \
      'ratebook store path' | \
      'ratebook store help' | \
      'ratebook config list' | \
      'ratebook config get' | \
      'ratebook config set' | \
      'ratebook config unset' | \
      'ratebook config path' | \
      'ratebook config help' | \
      'ratebook config set source' | \
      'ratebook config set ecb_url' | \
      'ratebook config set bdi_url' | \
      'ratebook config set nbp_url' | \
      'ratebook config set app_id' | \
      'ratebook config set base_url' | \
      'ratebook config set base' | \
      'ratebook config set symbols' | \
      'ratebook config set format' | \
      'ratebook config set confirm_above' | \
      'ratebook config set max_cost' | \
      'ratebook config set agent_budget' | \
      'ratebook config set concurrency' | \
      'ratebook config set timeout' | \
      'ratebook config set errors' | \
      'ratebook config set store' | \
      'ratebook help historical' | \
      'ratebook help series' | \
      'ratebook help latest' | \
      'ratebook help convert' | \
      'ratebook help annotate' | \
      'ratebook help archive' | \
      'ratebook help currencies' | \
      'ratebook help usage' | \
      'ratebook help store' | \
      'ratebook help serve' | \
      'ratebook help mcp' | \
      'ratebook help config' | \
      'ratebook help completion' | \
      'ratebook help help' | \
      'ratebook help store info' | \
      'ratebook help store holes' | \
      'ratebook help store verify' | \
      'ratebook help store check' | \
      'ratebook help store import' | \
      'ratebook help store export' | \
      'ratebook help store path' | \
      'ratebook help config list' | \
      'ratebook help config get' | \
      'ratebook help config set' | \
      'ratebook help config unset' | \
      'ratebook help config path')
      kind='command' ;;
    'ratebook '[1-9] | \
      'ratebook '[1-9][0-9]* | \
      'ratebook historical -b' | \
      'ratebook historical --base' | \
      'ratebook series -b' | \
      'ratebook series --base' | \
      'ratebook latest -b' | \
      'ratebook latest --base' | \
      'ratebook convert '1 | \
      'ratebook convert '[2-9] | \
      'ratebook convert '[1-9][0-9]* | \
      'ratebook config set base '0)
      kind='code' ;;
    'ratebook historical -' | \
      'ratebook latest -')
      kind='words -s --symbols -b --base --invert --source --show-alternative --without-odd -f --format -o --output --no-header --decimal --raw --prettyprint --no-pager --color --no-color --dry-run --max-cost -y --yes --no-store --store --refresh --offline --demo --concurrency -q --quiet --errors --debug -h --help' ;;
    'ratebook historical -s' | \
      'ratebook historical --symbols' | \
      'ratebook series -s' | \
      'ratebook series --symbols' | \
      'ratebook latest -s' | \
      'ratebook latest --symbols' | \
      'ratebook config set symbols '0)
      kind='codes' ;;
    'ratebook historical --source' | \
      'ratebook series --source' | \
      'ratebook latest --source' | \
      'ratebook convert --source' | \
      'ratebook annotate --source' | \
      'ratebook archive --source' | \
      'ratebook currencies --source' | \
      'ratebook usage --source' | \
      'ratebook store info --source' | \
      'ratebook store holes --source' | \
      'ratebook store verify --source' | \
      'ratebook store check --source' | \
      'ratebook store import --source' | \
      'ratebook store export --source' | \
      'ratebook store path --source' | \
      'ratebook serve --source' | \
      'ratebook mcp --source' | \
      'ratebook config set source '0)
      kind='words oxr ecb bdi nbp auto' ;;
    'ratebook historical -f' | \
      'ratebook historical --format' | \
      'ratebook series -f' | \
      'ratebook series --format' | \
      'ratebook latest -f' | \
      'ratebook latest --format')
      kind='words table json csv tsv ndjson parquet xlsx ledger beancount gnucash chart svg value' ;;
    'ratebook historical -o' | \
      'ratebook historical --output' | \
      'ratebook series -o' | \
      'ratebook series --output' | \
      'ratebook latest -o' | \
      'ratebook latest --output' | \
      'ratebook convert --rates' | \
      'ratebook convert -o' | \
      'ratebook convert --output' | \
      'ratebook annotate --rates' | \
      'ratebook annotate -o' | \
      'ratebook annotate --output' | \
      'ratebook annotate '0 | \
      'ratebook currencies -o' | \
      'ratebook currencies --output' | \
      'ratebook usage -o' | \
      'ratebook usage --output' | \
      'ratebook store info -o' | \
      'ratebook store info --output' | \
      'ratebook store holes -o' | \
      'ratebook store holes --output' | \
      'ratebook store verify -o' | \
      'ratebook store verify --output' | \
      'ratebook store check -o' | \
      'ratebook store check --output' | \
      'ratebook store import -o' | \
      'ratebook store import --output' | \
      'ratebook store import '[0-9] | \
      'ratebook store import '[1-9][0-9]* | \
      'ratebook serve --ids' | \
      'ratebook config list -o' | \
      'ratebook config list --output')
      kind='file' ;;
    'ratebook historical --decimal' | \
      'ratebook series --decimal' | \
      'ratebook latest --decimal' | \
      'ratebook convert --decimal' | \
      'ratebook annotate --decimal')
      kind='words point comma' ;;
    'ratebook historical --max-cost' | \
      'ratebook historical --concurrency' | \
      'ratebook series --max-cost' | \
      'ratebook series --concurrency' | \
      'ratebook latest --max-cost' | \
      'ratebook latest --concurrency' | \
      'ratebook convert --digits' | \
      'ratebook convert --max-cost' | \
      'ratebook convert --concurrency' | \
      'ratebook convert '0 | \
      'ratebook annotate --date' | \
      'ratebook annotate --amount' | \
      'ratebook annotate --from' | \
      'ratebook annotate --to' | \
      'ratebook annotate --side' | \
      'ratebook annotate --digits' | \
      'ratebook annotate --sheet' | \
      'ratebook annotate --year' | \
      'ratebook annotate --delimiter' | \
      'ratebook annotate --encoding' | \
      'ratebook annotate --prefix' | \
      'ratebook annotate --max-cost' | \
      'ratebook annotate --concurrency' | \
      'ratebook archive --max-cost' | \
      'ratebook archive --reserve' | \
      'ratebook archive --concurrency' | \
      'ratebook currencies '[0-9] | \
      'ratebook currencies '[1-9][0-9]* | \
      'ratebook store check --threshold' | \
      'ratebook serve --max-cost' | \
      'ratebook serve --port' | \
      'ratebook serve --host' | \
      'ratebook serve --allow-host' | \
      'ratebook serve --allow-origin' | \
      'ratebook serve --concurrency' | \
      'ratebook config set ecb_url '0 | \
      'ratebook config set bdi_url '0 | \
      'ratebook config set nbp_url '0 | \
      'ratebook config set app_id '0 | \
      'ratebook config set base_url '0 | \
      'ratebook config set confirm_above '0 | \
      'ratebook config set max_cost '0 | \
      'ratebook config set agent_budget '0 | \
      'ratebook config set concurrency '0 | \
      'ratebook config set timeout '0 | \
      'ratebook config set errors '0 | \
      'ratebook config unset '0)
      kind='nothing' ;;
    'ratebook historical --store' | \
      'ratebook series --store' | \
      'ratebook latest --store' | \
      'ratebook convert --store' | \
      'ratebook annotate --store' | \
      'ratebook archive --to' | \
      'ratebook archive --store' | \
      'ratebook currencies --store' | \
      'ratebook usage --store' | \
      'ratebook store info --store' | \
      'ratebook store holes --store' | \
      'ratebook store verify --store' | \
      'ratebook store check --store' | \
      'ratebook store import --store' | \
      'ratebook store export --store' | \
      'ratebook store export '0 | \
      'ratebook store path --store' | \
      'ratebook serve --store' | \
      'ratebook mcp --store' | \
      'ratebook config set store '0)
      kind='folder' ;;
    'ratebook historical --errors' | \
      'ratebook series --errors' | \
      'ratebook latest --errors' | \
      'ratebook convert --errors' | \
      'ratebook annotate --errors' | \
      'ratebook archive --errors' | \
      'ratebook currencies --errors' | \
      'ratebook usage --errors' | \
      'ratebook store info --errors' | \
      'ratebook store holes --errors' | \
      'ratebook store verify --errors' | \
      'ratebook store check --errors' | \
      'ratebook store import --errors' | \
      'ratebook store export --errors' | \
      'ratebook store path --errors' | \
      'ratebook serve --errors' | \
      'ratebook mcp --errors' | \
      'ratebook config list --errors' | \
      'ratebook config get --errors' | \
      'ratebook config set --errors' | \
      'ratebook config set source --errors' | \
      'ratebook config set ecb_url --errors' | \
      'ratebook config set bdi_url --errors' | \
      'ratebook config set nbp_url --errors' | \
      'ratebook config set app_id --errors' | \
      'ratebook config set base_url --errors' | \
      'ratebook config set base --errors' | \
      'ratebook config set symbols --errors' | \
      'ratebook config set format --errors' | \
      'ratebook config set confirm_above --errors' | \
      'ratebook config set max_cost --errors' | \
      'ratebook config set agent_budget --errors' | \
      'ratebook config set concurrency --errors' | \
      'ratebook config set timeout --errors' | \
      'ratebook config set errors --errors' | \
      'ratebook config set store --errors' | \
      'ratebook config unset --errors' | \
      'ratebook config path --errors' | \
      'ratebook completion --errors' | \
      'ratebook help --errors' | \
      'ratebook help historical --errors' | \
      'ratebook help series --errors' | \
      'ratebook help latest --errors' | \
      'ratebook help convert --errors' | \
      'ratebook help annotate --errors' | \
      'ratebook help archive --errors' | \
      'ratebook help currencies --errors' | \
      'ratebook help usage --errors' | \
      'ratebook help store --errors' | \
      'ratebook help store info --errors' | \
      'ratebook help store holes --errors' | \
      'ratebook help store verify --errors' | \
      'ratebook help store check --errors' | \
      'ratebook help store import --errors' | \
      'ratebook help store export --errors' | \
      'ratebook help store path --errors' | \
      'ratebook help serve --errors' | \
      'ratebook help mcp --errors' | \
      'ratebook help config --errors' | \
      'ratebook help config list --errors' | \
      'ratebook help config get --errors' | \
      'ratebook help config set --errors' | \
      'ratebook help config unset --errors' | \
      'ratebook help config path --errors' | \
      'ratebook help completion --errors' | \
      'ratebook help help --errors')
      kind='words text json' ;;
    'ratebook historical '[0-9] | \
      'ratebook historical '[1-9][0-9]* | \
      'ratebook series '1 | \
      'ratebook convert --on' | \
      'ratebook archive --since' | \
      'ratebook archive --until' | \
      'ratebook store check --since' | \
      'ratebook store export --since')
      kind='words today yesterday' ;;
    'ratebook series -')
      kind='words -s --symbols -b --base --invert --every --take --weekdays --source --show-alternative --without-odd -f --format -o --output --summary --wide --no-header --decimal --raw --prettyprint --no-pager --color --no-color --dry-run --max-cost -y --yes --no-store --store --refresh --offline --demo --concurrency -q --quiet --errors --debug -h --help' ;;
    'ratebook series --every')
      kind='words week month quarter year' ;;
    'ratebook series --take')
      kind='words mean last first low high min max' ;;
    'ratebook series '0)
      kind='words today yesterday 30d 1y last-week this-week last-month this-month last-quarter this-quarter last-year this-year' ;;
    'ratebook convert -')
      kind='words --on --rate --digits --rates --source --show-alternative --without-odd -f --format -o --output --no-header --no-pager --decimal --color --no-color --dry-run --max-cost -y --yes --no-store --store --refresh --offline --demo --concurrency -q --quiet --errors --debug -h --help' ;;
    'ratebook convert --rate' | \
      'ratebook annotate --rate')
      kind='words day weekday weekday-before last-published published-before month-mean weekday-mean month-end quarter-mean quarter-end year-mean year-end published-month-mean published-quarter-mean published-year-mean previous-month-mean previous-weekday-mean previous-month-end previous-quarter-mean previous-quarter-end previous-year-mean previous-year-end previous-published-month-mean previous-published-quarter-mean previous-published-year-mean' ;;
    'ratebook convert -f' | \
      'ratebook convert --format')
      kind='words sentence table csv tsv xlsx json ndjson parquet value' ;;
    'ratebook annotate -')
      kind='words --date --amount --from --to --side --rate --digits --rates --date-format --sheet --year --decimal --delimiter --encoding --no-header --source --show-alternative --without-odd -o --output --receipts --check -f --format --prefix --color --no-color --dry-run --max-cost -y --yes --no-store --store --refresh --offline --demo --concurrency -q --quiet --errors --debug -h --help' ;;
    'ratebook annotate --date-format')
      kind='words DMY MDY YMD YYYY-MM-DD DD.MM.YYYY YYYYMMDD DD/MM/YYYY MM/DD/YYYY DDMM' ;;
    'ratebook annotate -f' | \
      'ratebook annotate --format' | \
      'ratebook currencies -f' | \
      'ratebook currencies --format' | \
      'ratebook usage -f' | \
      'ratebook usage --format' | \
      'ratebook store info -f' | \
      'ratebook store info --format' | \
      'ratebook store holes -f' | \
      'ratebook store holes --format' | \
      'ratebook store verify -f' | \
      'ratebook store verify --format' | \
      'ratebook store check -f' | \
      'ratebook store check --format' | \
      'ratebook store import -f' | \
      'ratebook store import --format' | \
      'ratebook config list -f' | \
      'ratebook config list --format')
      kind='words table csv tsv xlsx json ndjson parquet' ;;
    'ratebook archive -')
      kind='words --since --until --status --source --show-alternative -f --format --to --color --no-color --dry-run --max-cost --reserve --store --demo --concurrency -q --quiet --errors --debug -h --help' ;;
    'ratebook archive -f' | \
      'ratebook archive --format' | \
      'ratebook store export -f' | \
      'ratebook store export --format')
      kind='words table json csv tsv ndjson parquet xlsx ledger beancount gnucash' ;;
    'ratebook currencies -' | \
      'ratebook store holes -')
      kind='words --source --show-alternative -f --format -o --output --no-header --no-pager --color --no-color --store --demo -q --quiet --errors --debug -h --help' ;;
    'ratebook usage -' | \
      'ratebook store info -' | \
      'ratebook store verify -')
      kind='words --source -f --format -o --output --no-header --no-pager --color --no-color --store -q --quiet --errors --debug -h --help' ;;
    'ratebook store -' | \
      'ratebook config -')
      kind='words -h --help' ;;
    'ratebook store 0' | \
      'ratebook store help '0)
      kind='words info holes verify check import export path help' ;;
    'ratebook store check -')
      kind='words --against --threshold --since --source --show-alternative -f --format -o --output --no-header --no-pager --color --no-color --store --demo -q --quiet --errors --debug -h --help' ;;
    'ratebook store check --against')
      kind='words oxr ecb bdi nbp' ;;
    'ratebook store import -')
      kind='words --source --show-alternative -f --format -o --output --no-header --no-pager --color --no-color --store --dry-run --partial -q --quiet --errors --debug -h --help' ;;
    'ratebook store export -')
      kind='words --since --source --show-alternative -f --format --color --no-color --store --demo -q --quiet --errors --debug -h --help' ;;
    'ratebook store path -')
      kind='words --source --color --no-color --store -q --quiet --errors --debug -h --help' ;;
    'ratebook store help -' | \
      'ratebook config help -')
      kind='words ' ;;
    'ratebook serve -')
      kind='words --source --color --no-color --max-cost --store --offline --port --host --ids --allow-host --allow-origin --demo --concurrency -q --quiet --errors --debug -h --help' ;;
    'ratebook mcp -')
      kind='words --source --color --no-color --store --offline --demo -q --quiet --errors --debug -h --help' ;;
    'ratebook config 0' | \
      'ratebook config help '0)
      kind='words list get set unset path help' ;;
    'ratebook config list -')
      kind='words -f --format -o --output --no-header --no-pager --color --no-color -q --quiet --errors --debug -h --help' ;;
    'ratebook config get -' | \
      'ratebook config set -' | \
      'ratebook config set source -' | \
      'ratebook config set ecb_url -' | \
      'ratebook config set bdi_url -' | \
      'ratebook config set nbp_url -' | \
      'ratebook config set app_id -' | \
      'ratebook config set base_url -' | \
      'ratebook config set base -' | \
      'ratebook config set symbols -' | \
      'ratebook config set format -' | \
      'ratebook config set confirm_above -' | \
      'ratebook config set max_cost -' | \
      'ratebook config set agent_budget -' | \
      'ratebook config set concurrency -' | \
      'ratebook config set timeout -' | \
      'ratebook config set errors -' | \
      'ratebook config set store -' | \
      'ratebook config unset -' | \
      'ratebook config path -' | \
      'ratebook completion -')
      kind='words --color --no-color -q --quiet --errors --debug -h --help' ;;
    'ratebook config get '0 | \
      'ratebook config set 0')
      kind='words source ecb_url bdi_url nbp_url app_id base_url base symbols format confirm_above max_cost agent_budget concurrency timeout errors store' ;;
    'ratebook config set format '0)
      kind='words table json csv tsv ndjson ledger beancount gnucash' ;;
    'ratebook completion '0)
      kind='words bash zsh fish powershell' ;;
    'ratebook help -' | \
      'ratebook help historical -' | \
      'ratebook help series -' | \
      'ratebook help latest -' | \
      'ratebook help convert -' | \
      'ratebook help annotate -' | \
      'ratebook help archive -' | \
      'ratebook help currencies -' | \
      'ratebook help usage -' | \
      'ratebook help store -' | \
      'ratebook help store info -' | \
      'ratebook help store holes -' | \
      'ratebook help store verify -' | \
      'ratebook help store check -' | \
      'ratebook help store import -' | \
      'ratebook help store export -' | \
      'ratebook help store path -' | \
      'ratebook help serve -' | \
      'ratebook help mcp -' | \
      'ratebook help config -' | \
      'ratebook help config list -' | \
      'ratebook help config get -' | \
      'ratebook help config set -' | \
      'ratebook help config unset -' | \
      'ratebook help config path -' | \
      'ratebook help completion -' | \
      'ratebook help help -')
      kind='words --man --json --skill --color --no-color -q --quiet --errors --debug -h --help' ;;
    'ratebook help store 0')
      kind='words info holes verify check import export path' ;;
    'ratebook help config 0')
      kind='words list get set unset path' ;;
    *) kind='' ;;
  esac
}

# Offers what compgen finds, without the part before the last word break (= or :), as the shell expects.
_ratebook_offer() {
  local reply
  while IFS= read -r reply; do
    reply=$before$reply
    COMPREPLY+=("${reply#"$outside"}")
  done < <(compgen "$@" -- "${cur#"$before"}")
}

_ratebook() {
  COMPREPLY=()
  local IFS=$' \t\n' words=() word glue='' i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i > 1)) && [[ $glue || $word == [=:]* ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    glue=''
    [[ $word && $word != *[!=:]* ]] && glue=yes
  done
  local cur=${words[${#words[@]} - 1]} before='' outside
  [[ $glue ]] && outside=$cur || outside=${cur%"$word"}

  local command='ratebook' option='' options=yes arguments=0 kind
  for word in "${words[@]:1:${#words[@]}-2}"; do
    _ratebook_kind "$command $word"
    if [[ $option ]]; then
      option=''
    elif [[ $options && $word == -- ]]; then
      options=''
    elif [[ $options && $word == -?* ]]; then
      [[ $kind ]] && option=$word
    elif [[ $kind == command ]]; then
      command+=" $word"
    else
      ((arguments++))
    fi
  done

  if [[ $option ]]; then
    _ratebook_kind "$command $option"
  elif [[ $options && $cur == --*=* ]]; then
    before=${cur%%=*}=
    _ratebook_kind "$command ${cur%%=*}"
  elif [[ $options && $cur == -* ]]; then
    _ratebook_kind "$command -"
  else
    _ratebook_kind "$command $arguments"
  fi

  local codes='AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTC BTN BWP BYN BZD CAD CDF CHF CLF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GGP GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XAG XAU XCD XCG XCP XDR XOF XPD XPF XPT YER ZAR ZMW ZWG ANG BGN BYR CUC EEK HRK IEP LTL LVL MRO MTL SKK SLL STD VEF ZMK ZWD ZWL'
  case $kind in
    words\ *) _ratebook_offer -W "${kind#words }" ;;
    code)
      compopt -o nosort 2>/dev/null
      _ratebook_offer -W "$codes"
      ;;
    codes)
      [[ ${cur#"$before"} == *,* ]] && before=${cur%,*},
      compopt -o nospace -o nosort 2>/dev/null
      _ratebook_offer -W "$codes"
      ;;
    file)
      compopt -o filenames 2>/dev/null
      _ratebook_offer -f
      ;;
    folder)
      compopt -o filenames 2>/dev/null
      _ratebook_offer -d
      ;;
  esac
}

complete -F _ratebook ratebook
