# fish completion for ratebook

# Whether COMMAND is what has been typed so far, and the number of its arguments matches PATTERN, a regular expression.
function __ratebook_at --argument-names command pattern
    set -l commands 'ratebook' 'ratebook historical' 'ratebook series' 'ratebook latest' 'ratebook convert' 'ratebook annotate' 'ratebook archive' 'ratebook currencies' 'ratebook usage' 'ratebook store' 'ratebook store info' 'ratebook store holes' 'ratebook store verify' 'ratebook store check' 'ratebook store import' 'ratebook store export' 'ratebook store path' 'ratebook store help' 'ratebook serve' 'ratebook mcp' 'ratebook config' 'ratebook config list' 'ratebook config get' 'ratebook config set' 'ratebook config set source' 'ratebook config set ecb_url' 'ratebook config set bdi_url' 'ratebook config set nbp_url' 'ratebook config set app_id' 'ratebook config set base_url' 'ratebook config set base' 'ratebook config set symbols' 'ratebook config set format' 'ratebook config set confirm_above' 'ratebook config set max_cost' 'ratebook config set agent_budget' 'ratebook config set concurrency' 'ratebook config set timeout' 'ratebook config set errors' 'ratebook config set store' 'ratebook config unset' 'ratebook config path' 'ratebook config help' 'ratebook completion' 'ratebook help' 'ratebook help historical' 'ratebook help series' 'ratebook help latest' 'ratebook help convert' 'ratebook help annotate' 'ratebook help archive' 'ratebook help currencies' 'ratebook help usage' 'ratebook help store' 'ratebook help store info' 'ratebook help store holes' 'ratebook help store verify' 'ratebook help store check' 'ratebook help store import' 'ratebook help store export' 'ratebook help store path' 'ratebook help serve' 'ratebook help mcp' 'ratebook help config' 'ratebook help config list' 'ratebook help config get' 'ratebook help config set' 'ratebook help config unset' 'ratebook help config path' 'ratebook help completion' 'ratebook help help'
    set -l valued 'ratebook historical -s' 'ratebook historical --symbols' 'ratebook historical -b' 'ratebook historical --base' 'ratebook historical --source' 'ratebook historical -f' 'ratebook historical --format' 'ratebook historical -o' 'ratebook historical --output' 'ratebook historical --decimal' 'ratebook historical --max-cost' 'ratebook historical --store' 'ratebook historical --concurrency' 'ratebook historical --errors' 'ratebook series -s' 'ratebook series --symbols' 'ratebook series -b' 'ratebook series --base' 'ratebook series --every' 'ratebook series --take' 'ratebook series --source' 'ratebook series -f' 'ratebook series --format' 'ratebook series -o' 'ratebook series --output' 'ratebook series --decimal' 'ratebook series --max-cost' 'ratebook series --store' 'ratebook series --concurrency' 'ratebook series --errors' 'ratebook latest -s' 'ratebook latest --symbols' 'ratebook latest -b' 'ratebook latest --base' 'ratebook latest --source' 'ratebook latest -f' 'ratebook latest --format' 'ratebook latest -o' 'ratebook latest --output' 'ratebook latest --decimal' 'ratebook latest --max-cost' 'ratebook latest --store' 'ratebook latest --concurrency' 'ratebook latest --errors' 'ratebook convert --on' 'ratebook convert --rate' 'ratebook convert --digits' 'ratebook convert --rates' 'ratebook convert --source' 'ratebook convert -f' 'ratebook convert --format' 'ratebook convert -o' 'ratebook convert --output' 'ratebook convert --decimal' 'ratebook convert --max-cost' 'ratebook convert --store' 'ratebook convert --concurrency' 'ratebook convert --errors' 'ratebook annotate --date' 'ratebook annotate --amount' 'ratebook annotate --from' 'ratebook annotate --to' 'ratebook annotate --side' 'ratebook annotate --rate' 'ratebook annotate --digits' 'ratebook annotate --rates' 'ratebook annotate --date-format' 'ratebook annotate --sheet' 'ratebook annotate --year' 'ratebook annotate --decimal' 'ratebook annotate --delimiter' 'ratebook annotate --encoding' 'ratebook annotate --source' 'ratebook annotate -o' 'ratebook annotate --output' 'ratebook annotate -f' 'ratebook annotate --format' 'ratebook annotate --prefix' 'ratebook annotate --max-cost' 'ratebook annotate --store' 'ratebook annotate --concurrency' 'ratebook annotate --errors' 'ratebook archive --since' 'ratebook archive --until' 'ratebook archive --source' 'ratebook archive -f' 'ratebook archive --format' 'ratebook archive --to' 'ratebook archive --max-cost' 'ratebook archive --reserve' 'ratebook archive --store' 'ratebook archive --concurrency' 'ratebook archive --errors' 'ratebook currencies --source' 'ratebook currencies -f' 'ratebook currencies --format' 'ratebook currencies -o' 'ratebook currencies --output' 'ratebook currencies --store' 'ratebook currencies --errors' 'ratebook usage --source' 'ratebook usage -f' 'ratebook usage --format' 'ratebook usage -o' 'ratebook usage --output' 'ratebook usage --store' 'ratebook usage --errors' 'ratebook store info --source' 'ratebook store info -f' 'ratebook store info --format' 'ratebook store info -o' 'ratebook store info --output' 'ratebook store info --store' 'ratebook store info --errors' 'ratebook store holes --source' 'ratebook store holes -f' 'ratebook store holes --format' 'ratebook store holes -o' 'ratebook store holes --output' 'ratebook store holes --store' 'ratebook store holes --errors' 'ratebook store verify --source' 'ratebook store verify -f' 'ratebook store verify --format' 'ratebook store verify -o' 'ratebook store verify --output' 'ratebook store verify --store' 'ratebook store verify --errors' 'ratebook store check --against' 'ratebook store check --threshold' 'ratebook store check --since' 'ratebook store check --source' 'ratebook store check -f' 'ratebook store check --format' 'ratebook store check -o' 'ratebook store check --output' 'ratebook store check --store' 'ratebook store check --errors' 'ratebook store import --source' 'ratebook store import -f' 'ratebook store import --format' 'ratebook store import -o' 'ratebook store import --output' 'ratebook store import --store' 'ratebook store import --errors' 'ratebook store export --since' 'ratebook store export --source' 'ratebook store export -f' 'ratebook store export --format' 'ratebook store export --store' 'ratebook store export --errors' 'ratebook store path --source' 'ratebook store path --store' 'ratebook store path --errors' 'ratebook serve --source' 'ratebook serve --max-cost' 'ratebook serve --store' 'ratebook serve --port' 'ratebook serve --host' 'ratebook serve --ids' 'ratebook serve --allow-host' 'ratebook serve --allow-origin' 'ratebook serve --concurrency' 'ratebook serve --errors' 'ratebook mcp --source' 'ratebook mcp --store' 'ratebook mcp --errors' 'ratebook config list -f' 'ratebook config list --format' 'ratebook config list -o' 'ratebook config list --output' 'ratebook config list --errors' 'ratebook config get --errors' 'ratebook config set --errors' 'ratebook config set source --errors' 'ratebook config set ecb_url --errors' 'ratebook config set bdi_url --errors' 'ratebook config set nbp_url --errors' 'ratebook config set app_id --errors' 'ratebook config set base_url --errors' 'ratebook config set base --errors' 'ratebook config set symbols --errors' 'ratebook config set format --errors' 'ratebook config set confirm_above --errors' 'ratebook config set max_cost --errors' 'ratebook config set agent_budget --errors' 'ratebook config set concurrency --errors' 'ratebook config set timeout --errors' 'ratebook config set errors --errors' 'ratebook config set store --errors' 'ratebook config unset --errors' 'ratebook config path --errors' 'ratebook completion --errors' 'ratebook help --errors' 'ratebook help historical --errors' 'ratebook help series --errors' 'ratebook help latest --errors' 'ratebook help convert --errors' 'ratebook help annotate --errors' 'ratebook help archive --errors' 'ratebook help currencies --errors' 'ratebook help usage --errors' 'ratebook help store --errors' 'ratebook help store info --errors' 'ratebook help store holes --errors' 'ratebook help store verify --errors' 'ratebook help store check --errors' 'ratebook help store import --errors' 'ratebook help store export --errors' 'ratebook help store path --errors' 'ratebook help serve --errors' 'ratebook help mcp --errors' 'ratebook help config --errors' 'ratebook help config list --errors' 'ratebook help config get --errors' 'ratebook help config set --errors' 'ratebook help config unset --errors' 'ratebook help config path --errors' 'ratebook help completion --errors' 'ratebook help help --errors'
    set -l typed
    set -l arguments 0
    set -l options yes
    set -l value_follows no
    for word in (commandline -opc)
        if not set -q typed[1]
            set typed 'ratebook'
        else if test $value_follows = yes
            set value_follows no
        else if test $options = yes; and string match -q -- '-?*' $word
            test $word = --; and set options no
            contains -- "$typed $word" $valued; and set value_follows yes
        else if contains -- "$typed $word" $commands
            set typed "$typed $word"
        else
            set arguments (math $arguments + 1)
        end
    end
    test "$typed" = $command; and string match -qr -- "^($pattern)\$" $arguments
end

function __ratebook_code
    printf '%s\t%s\n' \
        AED 'United Arab Emirates Dirham' \
        AFN 'Afghan Afghani' \
        ALL 'Albanian Lek' \
        AMD 'Armenian Dram' \
        AOA 'Angolan Kwanza' \
        ARS 'Argentine Peso' \
        AUD 'Australian Dollar' \
        AWG 'Aruban Florin' \
        AZN 'Azerbaijani Manat' \
        BAM 'Bosnia-Herzegovina Convertible Mark' \
        BBD 'Barbadian Dollar' \
        BDT 'Bangladeshi Taka' \
        BHD 'Bahraini Dinar' \
        BIF 'Burundian Franc' \
        BMD 'Bermudan Dollar' \
        BND 'Brunei Dollar' \
        BOB 'Bolivian Boliviano' \
        BRL 'Brazilian Real' \
        BSD 'Bahamian Dollar' \
        BTC 'Bitcoin' \
        BTN 'Bhutanese Ngultrum' \
        BWP 'Botswanan Pula' \
        BYN 'Belarusian Ruble' \
        BZD 'Belize Dollar' \
        CAD 'Canadian Dollar' \
        CDF 'Congolese Franc' \
        CHF 'Swiss Franc' \
        CLF 'Chilean Unit of Account (UF)' \
        CLP 'Chilean Peso' \
        CNH 'Chinese Yuan (offshore)' \
        CNY 'Chinese Yuan' \
        COP 'Colombian Peso' \
        CRC 'Costa Rican Colón' \
        CUP 'Cuban Peso' \
        CVE 'Cape Verdean Escudo' \
        CZK 'Czech Koruna' \
        DJF 'Djiboutian Franc' \
        DKK 'Danish Krone' \
        DOP 'Dominican Peso' \
        DZD 'Algerian Dinar' \
        EGP 'Egyptian Pound' \
        ERN 'Eritrean Nakfa' \
        ETB 'Ethiopian Birr' \
        EUR 'Euro' \
        FJD 'Fijian Dollar' \
        FKP 'Falkland Islands Pound' \
        GBP 'British Pound' \
        GEL 'Georgian Lari' \
        GGP 'Guernsey Pound' \
        GHS 'Ghanaian Cedi' \
        GIP 'Gibraltar Pound' \
        GMD 'Gambian Dalasi' \
        GNF 'Guinean Franc' \
        GTQ 'Guatemalan Quetzal' \
        GYD 'Guyanaese Dollar' \
        HKD 'Hong Kong Dollar' \
        HNL 'Honduran Lempira' \
        HTG 'Haitian Gourde' \
        HUF 'Hungarian Forint' \
        IDR 'Indonesian Rupiah' \
        ILS 'Israeli New Shekel' \
        IMP 'Isle of Man Pound' \
        INR 'Indian Rupee' \
        IQD 'Iraqi Dinar' \
        IRR 'Iranian Rial' \
        ISK 'Icelandic Króna' \
        JEP 'Jersey Pound' \
        JMD 'Jamaican Dollar' \
        JOD 'Jordanian Dinar' \
        JPY 'Japanese Yen' \
        KES 'Kenyan Shilling' \
        KGS 'Kyrgyz Som' \
        KHR 'Cambodian Riel' \
        KMF 'Comorian Franc' \
        KPW 'North Korean Won' \
        KRW 'South Korean Won' \
        KWD 'Kuwaiti Dinar' \
        KYD 'Cayman Islands Dollar' \
        KZT 'Kazakhstani Tenge' \
        LAK 'Laotian Kip' \
        LBP 'Lebanese Pound' \
        LKR 'Sri Lankan Rupee' \
        LRD 'Liberian Dollar' \
        LSL 'Lesotho Loti' \
        LYD 'Libyan Dinar' \
        MAD 'Moroccan Dirham' \
        MDL 'Moldovan Leu' \
        MGA 'Malagasy Ariary' \
        MKD 'Macedonian Denar' \
        MMK 'Myanmar Kyat' \
        MNT 'Mongolian Tugrik' \
        MOP 'Macanese Pataca' \
        MRU 'Mauritanian Ouguiya' \
        MUR 'Mauritian Rupee' \
        MVR 'Maldivian Rufiyaa' \
        MWK 'Malawian Kwacha' \
        MXN 'Mexican Peso' \
        MYR 'Malaysian Ringgit' \
        MZN 'Mozambican Metical' \
        NAD 'Namibian Dollar' \
        NGN 'Nigerian Naira' \
        NIO 'Nicaraguan Córdoba' \
        NOK 'Norwegian Krone' \
        NPR 'Nepalese Rupee' \
        NZD 'New Zealand Dollar' \
        OMR 'Omani Rial' \
        PAB 'Panamanian Balboa' \
        PEN 'Peruvian Sol' \
        PGK 'Papua New Guinean Kina' \
        PHP 'Philippine Peso' \
        PKR 'Pakistani Rupee' \
        PLN 'Polish Zloty' \
        PYG 'Paraguayan Guarani' \
        QAR 'Qatari Riyal' \
        RON 'Romanian Leu' \
        RSD 'Serbian Dinar' \
        RUB 'Russian Ruble' \
        RWF 'Rwandan Franc' \
        SAR 'Saudi Riyal' \
        SBD 'Solomon Islands Dollar' \
        SCR 'Seychellois Rupee' \
        SDG 'Sudanese Pound' \
        SEK 'Swedish Krona' \
        SGD 'Singapore Dollar' \
        SHP 'St. Helena Pound' \
        SLE 'Sierra Leonean Leone' \
        SOS 'Somali Shilling' \
        SRD 'Surinamese Dollar' \
        SSP 'South Sudanese Pound' \
        STN 'São Tomé & Príncipe Dobra' \
        SVC 'Salvadoran Colón' \
        SYP 'Syrian Pound' \
        SZL 'Swazi Lilangeni' \
        THB 'Thai Baht' \
        TJS 'Tajikistani Somoni' \
        TMT 'Turkmenistani Manat' \
        TND 'Tunisian Dinar' \
        TOP 'Tongan Paʻanga' \
        TRY 'Turkish Lira' \
        TTD 'Trinidad & Tobago Dollar' \
        TWD 'New Taiwan Dollar' \
        TZS 'Tanzanian Shilling' \
        UAH 'Ukrainian Hryvnia' \
        UGX 'Ugandan Shilling' \
        USD 'US Dollar' \
        UYU 'Uruguayan Peso' \
        UZS 'Uzbekistani Som' \
        VES 'Venezuelan Bolívar' \
        VND 'Vietnamese Dong' \
        VUV 'Vanuatu Vatu' \
        WST 'Samoan Tala' \
        XAF 'Central African CFA Franc' \
        XAG 'Silver' \
        XAU 'Gold' \
        XCD 'East Caribbean Dollar' \
        XCG 'Caribbean guilder' \
        XCP 'Copper' \
        XDR 'Special Drawing Rights' \
        XOF 'West African CFA Franc' \
        XPD 'Palladium' \
        XPF 'CFP Franc' \
        XPT 'Platinum' \
        YER 'Yemeni Rial' \
        ZAR 'South African Rand' \
        ZMW 'Zambian Kwacha' \
        ZWG 'Zimbabwean Gold' \
        ANG 'Netherlands Antillean Guilder (until 2025)' \
        BGN 'Bulgarian Lev (until 2025)' \
        BYR 'Belarusian Ruble (2000–2016)' \
        CUC 'Cuban Convertible Peso (until 2021)' \
        EEK 'Estonian Kroon (until 2010)' \
        HRK 'Croatian Kuna (until 2022)' \
        IEP 'Irish Pound (until 2001)' \
        LTL 'Lithuanian Litas (until 2014)' \
        LVL 'Latvian Lats (until 2013)' \
        MRO 'Mauritanian Ouguiya (1973–2017)' \
        MTL 'Maltese Lira (until 2007)' \
        SKK 'Slovak Koruna (until 2008)' \
        SLL 'Sierra Leonean Leone (1964–2022)' \
        STD 'São Tomé & Príncipe Dobra (1977–2017)' \
        VEF 'Venezuelan Bolívar (2008–2018)' \
        ZMK 'Zambian Kwacha (1968–2012)' \
        ZWD 'Zimbabwean Dollar (1980–2008)' \
        ZWL 'Zimbabwean Dollar (2009–2024)'
end

# Keeps the text up to the last comma in front of each code.
function __ratebook_codes
    set -l given (commandline -ct | string replace -r -- '^(--[^=]*=|-[^-])' '' | string match -r -- '.*,')
    for line in (__ratebook_code)
        echo "$given$line"
    end
end

complete -c ratebook -f
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'historical' -d 'rates of one or more days'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'series' -d 'every day of a range; -f chart draws it'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'latest' -d 'the newest rates'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'convert' -d 'an amount in other currencies'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'annotate' -d 'CSV or a workbook, each row at its day\'s rate'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'archive' -d 'fetch days that are not stored yet; for cron'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'currencies' -d 'codes, names, decimals, first and last day'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'usage' -d 'plan, requests used and left this month'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'store' -d 'inspect, check, import and export stored days'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'serve' -d 'answer the service\'s interface from the store'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'mcp' -d 'answer agents, on stdin and stdout'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'config' -d 'read and write the configuration'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'completion' -d 'print the completion script for a shell'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'0\'' -a 'help' -d 'describe a command'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'[1-9]|..+\'' -f -k -a '(__ratebook_code)'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'.*\'' -s V -l version -d 'print the version'
complete -c ratebook -n '__ratebook_at \'ratebook\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'[0-9]|..+\'' -f -k -a 'today yesterday'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -s s -l symbols -d 'only these, separated by commas, in this order; \'*\' shows all' -r -f -k -a '(__ratebook_codes)'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -s b -l base -d 'currency that the rates are relative to (default: USD; ecb: EUR; bdi: EUR; nbp: PLN)' -r -f -k -a '(__ratebook_code)'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l invert -d 'one unit of each symbol in the base, instead of the reverse'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l without-odd -d 'leave out rates that are out of line with the days around them'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -s f -l format -d 'output format (default: table on a terminal, else csv)' -r -f -k -a 'table\\t\'aligned columns, for people\' json\\t\'one JSON document\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' ledger\\t\'prices for Ledger and hledger\' beancount\\t\'prices for Beancount\' gnucash\\t\'prices for GnuCash, as CSV\' chart\\t\'lines in the terminal\' svg\\t\'lines as a picture\' value\\t\'the rate alone, of one symbol\''
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l decimal -d 'comma: 0,955 (csv and tsv; csv then has ; between cells)' -r -f -k -a 'point comma'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l raw -d 'the service\'s responses, unchanged (implies --no-store)'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l prettyprint -d 'with --raw: ask the service for indented JSON'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l dry-run -d 'print what would be requested and its cost, request nothing'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l max-cost -d 'refuse if the cost is higher' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -s y -l yes -d 'do not ask for confirmation, whatever the cost'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l no-store -d 'neither read nor write the store'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l refresh -d 'fetch stored and unavailable days again'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l offline -d 'never open a connection; use stored days only'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l concurrency -d 'requests at the same time, 1 to 64 (default: 4)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook historical\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'0\'' -f -k -a 'today yesterday 30d 1y last-week this-week last-month this-month last-quarter this-quarter last-year this-year'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'1\'' -f -k -a 'today yesterday'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -s s -l symbols -d 'only these, separated by commas, in this order; \'*\' shows all' -r -f -k -a '(__ratebook_codes)'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -s b -l base -d 'currency that the rates are relative to (default: USD; ecb: EUR; bdi: EUR; nbp: PLN)' -r -f -k -a '(__ratebook_code)'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l invert -d 'one unit of each symbol in the base, instead of the reverse'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l every -d 'one figure per period instead of one rate per day' -r -f -k -a 'week month quarter year'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l take -d 'with --every: which figure of the days (default: mean)' -r -f -k -a 'mean last first low high min max'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l weekdays -d 'only Monday to Friday; other days are not fetched either'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l without-odd -d 'leave out rates that are out of line with the days around them'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -s f -l format -d 'output format (default: table on a terminal, else csv)' -r -f -k -a 'table\\t\'aligned columns, for people\' json\\t\'one JSON document\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' ledger\\t\'prices for Ledger and hledger\' beancount\\t\'prices for Beancount\' gnucash\\t\'prices for GnuCash, as CSV\' chart\\t\'lines in the terminal\' svg\\t\'lines as a picture\' value\\t\'the rate alone, of one symbol\''
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l summary -d 'one row per currency: first, last, change, low and high with their days, mean'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l wide -d 'one column per currency (csv, tsv, xlsx and table)'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l decimal -d 'comma: 0,955 (csv and tsv; csv then has ; between cells)' -r -f -k -a 'point comma'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l raw -d 'the service\'s responses, unchanged (implies --no-store)'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l prettyprint -d 'with --raw: ask the service for indented JSON'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l dry-run -d 'print what would be requested and its cost, request nothing'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l max-cost -d 'refuse if the cost is higher' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -s y -l yes -d 'do not ask for confirmation, whatever the cost'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l no-store -d 'neither read nor write the store'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l refresh -d 'fetch stored and unavailable days again'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l offline -d 'never open a connection; use stored days only'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l concurrency -d 'requests at the same time, 1 to 64 (default: 4)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook series\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -s s -l symbols -d 'only these, separated by commas, in this order; \'*\' shows all' -r -f -k -a '(__ratebook_codes)'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -s b -l base -d 'currency that the rates are relative to (default: USD; ecb: EUR; bdi: EUR; nbp: PLN)' -r -f -k -a '(__ratebook_code)'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l invert -d 'one unit of each symbol in the base, instead of the reverse'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l without-odd -d 'leave out rates that are out of line with the days around them'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -s f -l format -d 'output format (default: table on a terminal, else csv)' -r -f -k -a 'table\\t\'aligned columns, for people\' json\\t\'one JSON document\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' ledger\\t\'prices for Ledger and hledger\' beancount\\t\'prices for Beancount\' gnucash\\t\'prices for GnuCash, as CSV\' chart\\t\'lines in the terminal\' svg\\t\'lines as a picture\' value\\t\'the rate alone, of one symbol\''
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l decimal -d 'comma: 0,955 (csv and tsv; csv then has ; between cells)' -r -f -k -a 'point comma'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l raw -d 'the service\'s responses, unchanged (implies --no-store)'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l prettyprint -d 'with --raw: ask the service for indented JSON'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l dry-run -d 'print what would be requested and its cost, request nothing'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l max-cost -d 'refuse if the cost is higher' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -s y -l yes -d 'do not ask for confirmation, whatever the cost'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l no-store -d 'neither read nor write the store'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l refresh -d 'fetch stored and unavailable days again'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l offline -d 'never open a connection; use stored days only'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l concurrency -d 'requests at the same time, 1 to 64 (default: 4)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook latest\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'1\'' -f -k -a '(__ratebook_code)'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'[2-9]|..+\'' -f -k -a '(__ratebook_code)'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l on -d 'convert at the rate of this day (default: the newest rate)' -r -f -k -a 'today yesterday'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l rate -d 'which rate counts, see Rules (default: day; last-published on a day when the source is closed)' -r -f -k -a 'day\\t\'the day itself\' weekday\\t\'the day, or the last Monday to Friday before it\' weekday-before\\t\'the last Monday to Friday strictly before it\' last-published\\t\'the day, or the nearest before it that has the pair\' published-before\\t\'the nearest day strictly before it with the pair\' month-mean\\t\'mean of all days of its month\' weekday-mean\\t\'mean of Monday to Friday of its month\' month-end\\t\'last day of its month on which there are rates\' quarter-mean\\t\'mean of all days of its quarter\' quarter-end\\t\'last day of its quarter on which there are rates\' year-mean\\t\'mean of all days of its year\' year-end\\t\'last day of its year on which there are rates\' published-month-mean\\t\'as ministries do: a rounded mean, then divided\' published-quarter-mean\\t\'the same of its quarter\' published-year-mean\\t\'the same of its year\' previous-month-mean\\t\'month-mean of the period before\' previous-weekday-mean\\t\'weekday-mean of the period before\' previous-month-end\\t\'month-end of the period before\' previous-quarter-mean\\t\'quarter-mean of the period before\' previous-quarter-end\\t\'quarter-end of the period before\' previous-year-mean\\t\'year-mean of the period before\' previous-year-end\\t\'year-end of the period before\' previous-published-month-mean\\t\'published-month-mean of the period before\' previous-published-quarter-mean\\t\'published-quarter-mean of the period before\' previous-published-year-mean\\t\'published-year-mean of the period before\''
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l digits -d 'decimals of the result, 0 to 20 (default: the currency\'s)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l rates -d 'use rates from a file (CSV or HMRC XML); repeatable' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l without-odd -d 'leave out rates that are out of line with the days around them'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -s f -l format -d 'output format (default: sentence)' -r -f -k -a 'sentence table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\' value\\t\'the rate alone, of one symbol\''
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l decimal -d 'comma: 0,955, of the amount too (csv then has ; between cells; not with json or parquet)' -r -f -k -a 'point comma'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l dry-run -d 'print what would be requested and its cost, request nothing'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l max-cost -d 'refuse if the cost is higher' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -s y -l yes -d 'do not ask for confirmation, whatever the cost'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l no-store -d 'neither read nor write the store'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l refresh -d 'fetch stored and unavailable days again'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l offline -d 'never open a connection; use stored days only'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l concurrency -d 'requests at the same time, 1 to 64 (default: 4)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook convert\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'0\'' -F
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l date -d 'column with the day of each row, or one day for all rows' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l amount -d 'column with the amount of each row, or two, debits first: Debit,Credit' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l from -d 'column with the currency of the amount, or one code for all rows' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l to -d 'column with the currency to convert to, or one or more codes for all rows: EUR,USD' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l side -d 'column that says debit or credit, after the --amount without signs' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l rate -d 'which rate counts, see Rules (default: day; last-published on a day when the source is closed)' -r -f -k -a 'day\\t\'the day itself\' weekday\\t\'the day, or the last Monday to Friday before it\' weekday-before\\t\'the last Monday to Friday strictly before it\' last-published\\t\'the day, or the nearest before it that has the pair\' published-before\\t\'the nearest day strictly before it with the pair\' month-mean\\t\'mean of all days of its month\' weekday-mean\\t\'mean of Monday to Friday of its month\' month-end\\t\'last day of its month on which there are rates\' quarter-mean\\t\'mean of all days of its quarter\' quarter-end\\t\'last day of its quarter on which there are rates\' year-mean\\t\'mean of all days of its year\' year-end\\t\'last day of its year on which there are rates\' published-month-mean\\t\'as ministries do: a rounded mean, then divided\' published-quarter-mean\\t\'the same of its quarter\' published-year-mean\\t\'the same of its year\' previous-month-mean\\t\'month-mean of the period before\' previous-weekday-mean\\t\'weekday-mean of the period before\' previous-month-end\\t\'month-end of the period before\' previous-quarter-mean\\t\'quarter-mean of the period before\' previous-quarter-end\\t\'quarter-end of the period before\' previous-year-mean\\t\'year-mean of the period before\' previous-year-end\\t\'year-end of the period before\' previous-published-month-mean\\t\'published-month-mean of the period before\' previous-published-quarter-mean\\t\'published-quarter-mean of the period before\' previous-published-year-mean\\t\'published-year-mean of the period before\''
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l digits -d 'decimals of the result, 0 to 20 (default: the currency\'s)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l rates -d 'use rates from a file (CSV or HMRC XML); repeatable' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l date-format -d 'format of all days (default: detected in each cell)' -r -f -k -a 'DMY MDY YMD YYYY-MM-DD DD.MM.YYYY YYYYMMDD DD/MM/YYYY MM/DD/YYYY DDMM'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l sheet -d 'which sheet of a workbook (default: the one that has the columns)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l year -d 'of all days, with --date-format DDMM' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l decimal -d 'of the amounts and the added numbers (default: detected)' -r -f -k -a 'point comma'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l delimiter -d 'character between cells, such as , ; | or tab (default: detected)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l encoding -d 'of a CSV file, such as windows-1250 (default: UTF-8, else windows-1252)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l no-header -d 'the file has no header: columns are named by their numbers'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l without-odd -d 'leave out rates that are out of line with the days around them'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l receipts -d 'also add how each rate was made: rule, derived, source, days, odd days'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l check -d 'list added cells that no longer match, in a file annotated with these options'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -s f -l format -d 'of what --check lists (default: table on a terminal, else csv)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l prefix -d 'put this before the names of the added columns, such as fx_' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l dry-run -d 'print what would be requested and its cost, request nothing'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l max-cost -d 'refuse if the cost is higher' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -s y -l yes -d 'do not ask for confirmation, whatever the cost'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l no-store -d 'neither read nor write the store'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l refresh -d 'fetch stored and unavailable days again'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l offline -d 'never open a connection; use stored days only'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l concurrency -d 'requests at the same time, 1 to 64 (default: 4)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook annotate\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l since -d 'first day of the archive; remembered for later runs' -r -f -k -a 'today yesterday'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l until -d 'fetch no later day; not remembered' -r -f -k -a 'today yesterday'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l status -d 'show the state of the archive without any request; exits with 3 if it is behind'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -s f -l format -d 'format of the --to files (default: csv), or json of the summary' -r -f -k -a 'table\\t\'aligned columns, for people\' json\\t\'one JSON document\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' ledger\\t\'prices for Ledger and hledger\' beancount\\t\'prices for Beancount\' gnucash\\t\'prices for GnuCash, as CSV\''
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l to -d 'also keep one file per day in this folder (parquet: per year)' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l dry-run -d 'print what would be requested and its cost, request nothing'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l max-cost -d 'spend at most this per run (default: 100)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l reserve -d 'leave this many for new days and look-ups (default: one a day, plus a tenth of the quota)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l concurrency -d 'requests at the same time, 1 to 64 (default: 4)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook archive\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -s f -l format -d 'output format (default: table on a terminal, else csv)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook currencies\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -s f -l format -d 'output format (default: table)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook usage\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'info' -d 'Print the stored days of each year, holes and size.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'holes' -d 'List the missing days between the first and the last stored one.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'verify' -d 'Read every stored day and name damaged files.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'check' -d 'Look for rates that are odd: jumps, inverses, standstill, missing codes.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'import' -d 'Add days from files of any form that ratebook writes, and folders of them. Overwrites nothing.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'export' -d 'Write all stored days to a folder, one file per day (parquet: per year). Existing files are left unchanged.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'path' -d 'Print the folder with the stored days of the configured source.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'0\'' -a 'help' -d 'Describe a command.'
complete -c ratebook -n '__ratebook_at \'ratebook store\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -s f -l format -d 'output format (default: table)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook store info\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -s f -l format -d 'output format (default: table)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook store holes\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -s f -l format -d 'output format (default: table)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook store verify\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l against -d 'only what differs from the stored rates of this source' -r -f -k -a 'oxr ecb bdi nbp'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l threshold -d 'how far a rate must differ (default: 25; with --against: 5)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l since -d 'only what ends on this day or later' -r -f -k -a 'today yesterday'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -s f -l format -d 'output format (default: table)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook store check\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'[0-9]|..+\'' -F
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -s f -l format -d 'output format (default: table)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l dry-run -d 'print what would be imported, write nothing'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l partial -d 'take days with fewer than half the codes of those around them'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook store import\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'0\'' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l since -d 'first day of the export (parquet: all of its year)' -r -f -k -a 'today yesterday'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l show-alternative -d 'include alternative, black-market and digital currencies'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -s f -l format -d 'format of the files' -r -f -k -a 'table\\t\'aligned columns, for people\' json\\t\'one JSON document\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' ledger\\t\'prices for Ledger and hledger\' beancount\\t\'prices for Beancount\' gnucash\\t\'prices for GnuCash, as CSV\''
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook store export\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook store path\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook store help\' \'0\'' -f -k -a 'info holes verify check import export path help'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l max-cost -d 'spend at most this per UTC day (default: confirm_above)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l offline -d 'serve stored days only; never open a connection'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l port -d 'port to listen on; 0 picks a free one' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l host -d 'address to listen on (default: 127.0.0.1); any but loopback needs --ids' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l ids -d 'accept only the app_ids in this file, one per line' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l allow-host -d 'also accept this name in the Host of requests; repeatable' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l allow-origin -d 'also answer the scripts of this web site; repeatable' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l demo -d 'serve made-up rates, to try out clients'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l concurrency -d 'requests at the same time, 1 to 64 (default: 4)' -r -f
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook serve\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l source -d 'whose rates: oxr (the configured service), ecb (the European Central Bank), bdi (the Banca d\'Italia), nbp (the Narodowy Bank Polski) or auto (default: oxr with a key or stored days of it, else ecb or bdi)' -r -f -k -a 'oxr ecb bdi nbp auto'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l store -d 'where the stored days are, relative to the current folder' -r -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l offline -d 'answer from stored days only; never open a connection'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l demo -d 'use the built-in demonstration service: no key, made-up rates'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook mcp\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config\' \'0\'' -a 'list' -d 'Print every setting and where it comes from.'
complete -c ratebook -n '__ratebook_at \'ratebook config\' \'0\'' -a 'get' -d 'Print one setting.'
complete -c ratebook -n '__ratebook_at \'ratebook config\' \'0\'' -a 'set' -d 'Change a setting; without a value, app_id is asked for or read from stdin.'
complete -c ratebook -n '__ratebook_at \'ratebook config\' \'0\'' -a 'unset' -d 'Remove a setting.'
complete -c ratebook -n '__ratebook_at \'ratebook config\' \'0\'' -a 'path' -d 'Print the path of the configuration file.'
complete -c ratebook -n '__ratebook_at \'ratebook config\' \'0\'' -a 'help' -d 'Describe a command.'
complete -c ratebook -n '__ratebook_at \'ratebook config\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -s f -l format -d 'output format (default: table)' -r -f -k -a 'table\\t\'aligned columns, for people\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' xlsx\\t\'a workbook for Excel, LibreOffice and others\' json\\t\'one JSON document\' ndjson\\t\'one JSON object per line\' parquet\\t\'typed columns for DuckDB, Spark and others\''
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -s o -l output -d 'write to this file, completely or not at all; - is stdout' -r -F
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -l no-header -d 'omit the header row (csv and tsv)'
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -l no-pager -d 'print a long table straight to the terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config list\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config get\' \'0\'' -f -k -a 'source ecb_url bdi_url nbp_url app_id base_url base symbols format confirm_above max_cost agent_budget concurrency timeout errors store'
complete -c ratebook -n '__ratebook_at \'ratebook config get\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config get\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config get\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config get\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config get\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config get\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'source' -d 'whose rates: oxr, ecb, bdi, nbp or auto'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'ecb_url' -d 'address of the European Central Bank, or of a mirror'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'bdi_url' -d 'address of the Banca d\'Italia, or of a mirror'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'nbp_url' -d 'address of the Narodowy Bank Polski, or of a mirror'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'app_id' -d 'your key for the service'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'base_url' -d 'address of the service: HTTPS, or HTTP on this machine'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'base' -d 'currency that the rates are relative to'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'symbols' -d 'currencies to show, separated by commas; * shows all'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'format' -d 'output format'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'confirm_above' -d 'ask before a run that costs more requests than this'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'max_cost' -d 'refuse a run that costs more requests than this'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'agent_budget' -d 'requests that agents may spend per UTC day, see ratebook mcp'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'concurrency' -d 'requests at the same time'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'timeout' -d 'seconds until a request times out'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'errors' -d 'how errors and notes are written: text, or json, a line each'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'0\'' -a 'store' -d 'folder of the stored days'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set source\' \'0\'' -f -k -a 'oxr\\t\'the configured service\' ecb\\t\'the European Central Bank\' bdi\\t\'the Banca d\\\'Italia\' nbp\\t\'the Narodowy Bank Polski\' auto\\t\'oxr with a key, else a bank\''
complete -c ratebook -n '__ratebook_at \'ratebook config set source\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set source\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set source\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set source\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set source\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set source\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set ecb_url\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set ecb_url\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set ecb_url\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set ecb_url\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set ecb_url\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set ecb_url\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set bdi_url\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set bdi_url\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set bdi_url\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set bdi_url\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set bdi_url\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set bdi_url\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set nbp_url\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set nbp_url\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set nbp_url\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set nbp_url\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set nbp_url\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set nbp_url\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set app_id\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set app_id\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set app_id\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set app_id\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set app_id\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set app_id\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set base_url\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set base_url\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set base_url\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set base_url\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set base_url\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set base_url\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set base\' \'0\'' -f -k -a '(__ratebook_code)'
complete -c ratebook -n '__ratebook_at \'ratebook config set base\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set base\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set base\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set base\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set base\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set base\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set symbols\' \'0\'' -f -k -a '(__ratebook_codes)'
complete -c ratebook -n '__ratebook_at \'ratebook config set symbols\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set symbols\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set symbols\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set symbols\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set symbols\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set symbols\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set format\' \'0\'' -f -k -a 'table\\t\'aligned columns, for people\' json\\t\'one JSON document\' csv\\t\'comma-separated rows\' tsv\\t\'tab-separated rows\' ndjson\\t\'one JSON object per line\' ledger\\t\'prices for Ledger and hledger\' beancount\\t\'prices for Beancount\' gnucash\\t\'prices for GnuCash, as CSV\''
complete -c ratebook -n '__ratebook_at \'ratebook config set format\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set format\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set format\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set format\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set format\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set format\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set confirm_above\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set confirm_above\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set confirm_above\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set confirm_above\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set confirm_above\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set confirm_above\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set max_cost\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set max_cost\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set max_cost\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set max_cost\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set max_cost\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set max_cost\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set agent_budget\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set agent_budget\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set agent_budget\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set agent_budget\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set agent_budget\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set agent_budget\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set concurrency\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set concurrency\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set concurrency\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set concurrency\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set concurrency\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set concurrency\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set timeout\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set timeout\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set timeout\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set timeout\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set timeout\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set timeout\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set errors\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set errors\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set errors\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set errors\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set errors\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set errors\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config set store\' \'0\'' -f -a '(__fish_complete_directories (commandline -ct))'
complete -c ratebook -n '__ratebook_at \'ratebook config set store\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config set store\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config set store\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config set store\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config set store\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config set store\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config unset\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config unset\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config unset\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config unset\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config unset\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config unset\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config path\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook config path\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook config path\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook config path\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook config path\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook config path\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook config help\' \'0\'' -f -k -a 'list get set unset path help'
complete -c ratebook -n '__ratebook_at \'ratebook completion\' \'0\'' -f -k -a 'bash zsh fish powershell'
complete -c ratebook -n '__ratebook_at \'ratebook completion\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook completion\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook completion\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook completion\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook completion\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook completion\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'historical' -d 'rates of one or more days'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'series' -d 'every day of a range; -f chart draws it'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'latest' -d 'the newest rates'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'convert' -d 'an amount in other currencies'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'annotate' -d 'CSV or a workbook, each row at its day\'s rate'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'archive' -d 'fetch days that are not stored yet; for cron'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'currencies' -d 'codes, names, decimals, first and last day'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'usage' -d 'plan, requests used and left this month'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'store' -d 'inspect, check, import and export stored days'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'serve' -d 'answer the service\'s interface from the store'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'mcp' -d 'answer agents, on stdin and stdout'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'config' -d 'read and write the configuration'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'completion' -d 'print the completion script for a shell'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'0\'' -a 'help' -d 'describe a command'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help historical\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help series\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help latest\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help convert\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help annotate\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help archive\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help currencies\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help usage\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'0\'' -a 'info' -d 'Print the stored days of each year, holes and size.'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'0\'' -a 'holes' -d 'List the missing days between the first and the last stored one.'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'0\'' -a 'verify' -d 'Read every stored day and name damaged files.'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'0\'' -a 'check' -d 'Look for rates that are odd: jumps, inverses, standstill, missing codes.'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'0\'' -a 'import' -d 'Add days from files of any form that ratebook writes, and folders of them. Overwrites nothing.'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'0\'' -a 'export' -d 'Write all stored days to a folder, one file per day (parquet: per year). Existing files are left unchanged.'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'0\'' -a 'path' -d 'Print the folder with the stored days of the configured source.'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store info\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store holes\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store verify\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store check\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store import\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store export\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help store path\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help serve\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help mcp\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'0\'' -a 'list' -d 'Print every setting and where it comes from.'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'0\'' -a 'get' -d 'Print one setting.'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'0\'' -a 'set' -d 'Change a setting; without a value, app_id is asked for or read from stdin.'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'0\'' -a 'unset' -d 'Remove a setting.'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'0\'' -a 'path' -d 'Print the path of the configuration file.'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help config\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help config list\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help config get\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help config set\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help config unset\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help config path\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help completion\' \'.*\'' -s h -l help -d 'print this help'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -l man -d 'the manual page, with all commands'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -l json -d 'all commands, options and exit codes as one JSON document, or one command'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -l skill -d 'how an agent with a shell uses ratebook'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -l color -d 'use colour even if the output is not a terminal'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -l no-color -d 'no colour'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -s q -l quiet -d 'no notes on stderr; warnings and errors stay'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -l errors -d 'how errors and notes are written; json: a line each (default: text)' -r -f -k -a 'text json\\t\'one JSON document\''
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -l debug -d 'log each request, wait and result to stderr'
complete -c ratebook -n '__ratebook_at \'ratebook help help\' \'.*\'' -s h -l help -d 'print this help'
