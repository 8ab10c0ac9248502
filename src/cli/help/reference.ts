import { exit } from '../../errors.ts';

/** A term, and what it means. */
export type Item = readonly [term: string, meaning: string];

export interface Section {
  readonly heading: string;
  readonly items: readonly Item[];
}

const meaningOfCode: Record<(typeof exit)[keyof typeof exit], string> = {
  [exit.ok]: 'everything you asked for',
  [exit.failed]: 'failed, may work later: network, service, disk',
  [exit.usage]: 'usage: an unknown command, option or setting; a malformed day or code',
  [exit.partial]: 'partial: the rest is written, stderr names what is missing',
  [exit.key]: 'no app_id, or the service rejects it',
  [exit.refused]: 'refused because of cost or plan',
  [exit.interrupted]: 'interrupted',
};

export const environment: Section = {
  heading: 'Environment:',
  items: [
    ['RATEBOOK_<KEY>', 'a setting, such as RATEBOOK_BASE; see config list'],
    ['RATEBOOK_PAGER, PAGER', 'shows long tables (less -FRX); empty or cat: none'],
    ['NO_COLOR, FORCE_COLOR', 'without colour, or with colour anywhere'],
    ['XDG_CONFIG_HOME', 'folder for the configuration (default: ~/.config)'],
    ['XDG_DATA_HOME', 'folder for the stored days (default: ~/.local/share)'],
    ['XDG_STATE_HOME', 'folder for the rest (default: ~/.local/state)'],
    ['XDG_CACHE_HOME', 'folder for compiled code (default: ~/.cache)'],
    ['HTTPS_PROXY, NO_PROXY', 'proxy, and the hosts to reach without it'],
  ],
};

export const files: Section = {
  heading: 'Files:',
  items: [
    ['~/.config/ratebook/config.json', 'settings and key; see ratebook config path'],
    ['~/.local/share/ratebook/', 'stored days; see ratebook store path'],
    ['~/.local/state/ratebook/', 'what else ratebook remembers'],
    ['~/.cache/ratebook/', 'ratebook itself, compiled; safe to delete'],
  ],
};

export const exitCodes: Section = {
  heading: 'Exit codes:',
  items: Object.values(exit).map((code) => [String(code), meaningOfCode[code]]),
};
