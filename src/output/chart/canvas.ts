interface Raster {
  readonly across: number;
  readonly down: number;
  /** `dots` has a bit per dot; `owner` is the number of the line with the most of them. */
  readonly character: (dots: number, owner: number) => string;
}

const brailleBits = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];

export const braille: Raster = {
  across: 2,
  down: 4,
  character: (dots) => String.fromCharCode(0x2800 + dots),
};

export const asciiMarks = ['*', '+', 'o', 'x', '.'];

export const ascii: Raster = { across: 1, down: 1, character: (_, owner) => asciiMarks[owner] ?? '#' };

type Point = readonly [x: number, y: number];

/** Lines of dots, the origin at the top left. */
export function canvasOf(columns: number, rows: number, { across, down, character }: Raster) {
  const lines: Uint8Array[] = [];

  function stroke(dots: Uint8Array, [x0, y0]: Point, [x1, y1]: Point): void {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(x0 + ((x1 - x0) * step) / steps);
      const y = Math.round(y0 + ((y1 - y0) * step) / steps);
      const at = Math.floor(y / down) * columns + Math.floor(x / across);
      dots[at] = (dots[at] ?? 0) | (brailleBits[x % across]?.[y % down] ?? 0);
    }
  }

  function cell(at: number) {
    let [all, most] = [0, 0];
    let owner: number | undefined;
    for (const [line, dots] of lines.entries()) {
      const own = dots[at] ?? 0;
      all |= own;
      if (bitsIn(own) > most) [most, owner] = [bitsIn(own), line];
    }
    return { text: owner === undefined ? ' ' : character(all, owner), owner };
  }

  return {
    right: columns * across - 1,
    rowOf: (y: number) => Math.floor(Math.round(y) / down),
    columnOf: (x: number) => Math.floor(Math.round(x) / across),

    /** A line through the points; undefined interrupts it. */
    draw(points: readonly (Point | undefined)[]): void {
      const dots = new Uint8Array(columns * rows);
      let from: Point | undefined;
      for (const point of points) {
        const to = point && ([Math.round(point[0]), Math.round(point[1])] as const);
        if (to) stroke(dots, from ?? to, to);
        from = to;
      }
      lines.push(dots);
    },

    row(row: number) {
      const runs: ReturnType<typeof cell>[] = [];
      for (let column = 0; column < columns; column++) {
        const { text, owner } = cell(row * columns + column);
        const before = runs.at(-1);
        if (before && before.owner === owner) runs[runs.length - 1] = { text: before.text + text, owner };
        else runs.push({ text, owner });
      }
      return runs;
    },
  };
}

const bitsIn = (byte: number) => byte.toString(2).replaceAll('0', '').length;
