import { Failure } from '../errors.ts';
import { either, inWords, quoted } from '../words.ts';

/** The value of a cell in each format. */
type Readings<Format extends string> = { readonly [format in Format]?: string | undefined };

/** One format for each of the values that the cell can have. */
function distinct<Format extends string>(readings: Readings<Format>, formats: readonly Format[]) {
  const values = formats.map((format) => readings[format]);
  return formats.filter((_, at) => values[at] && values.indexOf(values[at]) === at);
}

/** The formats in which the cells of a column can be: some row has to show which one it is. */
export function formatsOf<Format extends string>(
  all: readonly [Format, ...Format[]],
  counted: string,
  what: string,
  option: string,
) {
  /** The first cell of each kind, such as `point,comma`: those of one kind tell the same formats apart. */
  const samples = new Map<string, { readonly readings: Readings<Format>; readonly place: string }>();
  const optionsOf = (formats: readonly Format[]) => either(formats.map((format) => `${option} ${format}`));

  function add(readings: Readings<Format>, text = '', line: number) {
    // nearly always true
    if (all.every((format) => readings[format] === readings[all[0]])) return;
    const values = all.map((format) => readings[format]);
    const kind = values.map((value) => value && all[values.indexOf(value)]).join();
    if (!samples.has(kind)) samples.set(kind, { readings, place: `${quoted(text)} in ${counted} ${line}` });
  }

  /** The formats that all cells allow. @throws a usage error if they allow none */
  function allowed(): readonly Format[] {
    let formats: readonly Format[] = all;
    const narrowing = [];
    for (const sample of samples.values()) {
      const narrower = formats.filter((format) => sample.readings[format] !== undefined);
      if (narrower.length < formats.length) narrowing.push(sample);
      formats = narrower;
    }
    if (formats.length > 0) return formats;
    const two = narrowing.slice(-2);
    const kinds = two.flatMap(({ readings }) => distinct(readings, all).slice(0, 1));
    throw new Failure(
      'ambiguous_column',
      `${what} are of two kinds: ${two.map(({ place }) => place).join(' and ')}`,
      `${optionsOf(kinds)} reads one kind and leaves the other out`,
    );
  }

  /** @throws a usage error if cells say different things in these formats */
  function pick(formats: readonly Format[]): Format {
    for (const number of [3, 2])
      for (const { readings, place } of samples.values()) {
        const can = distinct(readings, formats);
        if (can.length < number) continue;
        const meanings = either(can.map((format) => `${readings[format]} (${format})`));
        const message = `${what} can be read in ${inWords(number)} ways, such as ${place}: ${meanings}`;
        throw new Failure('ambiguous_column', message, `${optionsOf(can)} says which`);
      }
    return formats[0] as Format;
  }

  return { samples, add, allowed, pick };
}
