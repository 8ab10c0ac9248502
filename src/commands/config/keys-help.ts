import { keyNames, keys, textOf } from '../../config/keys.ts';
import type { Places } from '../../config/places.ts';

const width = 80;

/** Each key with its meaning and default, to follow the help of a command. */
export function keysHelp(places: Places): string {
  const room = 4 + Math.max(...keyNames.map((name) => name.length));
  const lines = keyNames.map((name) => {
    const { meaning, default: defaultOf } = keys[name];
    const value = defaultOf(places);
    const head = `  ${name}`.padEnd(room) + meaning;
    if (value === undefined) return head;
    const tail = `(default: ${textOf(value)})`;
    const fits = head.length + 1 + tail.length <= width;
    return `${head}${fits ? ' ' : `\n${' '.repeat(room)}`}${tail}`;
  });
  return ['', 'Settings:', ...lines].join('\n');
}
