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

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Characters of one line; undefined: of none. */
interface Stretch {
  text: string;
  readonly owner: number | undefined;
}

/** Lines of dots, the origin at the top left. */
interface Canvas {
  /** In dots. */
  readonly right: number;
  rowOf(y: number): number;
  columnOf(x: number): number;
  /** A line through the points; undefined interrupts it. */
  draw(points: readonly (Point | undefined)[]): void;
  row(row: number): readonly Readonly<Stretch>[];
}

export function canvasOf(columns: number, rows: number, { across, down, character }: Raster): Canvas {
  const lines: Uint8Array[] = [];

  function stroke(dots: Uint8Array, from: Point, to: Point): void {
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
      const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
      const at = Math.floor(y / down) * columns + Math.floor(x / across);
      dots[at] = (dots[at] ?? 0) | (brailleBits[x % across]?.[y % down] ?? 0);
    }
  }

  function cell(at: number): Stretch {
    let all = 0;
    let most = 0;
    let owner: number | undefined;
    for (const [line, dots] of lines.entries()) {
      const own = dots[at] ?? 0;
      all |= own;
      if (bitsIn(own) <= most) continue;
      most = bitsIn(own);
      owner = line;
    }
    return { text: owner === undefined ? ' ' : character(all, owner), owner };
  }

  return {
    right: columns * across - 1,
    rowOf: (y) => Math.floor(Math.round(y) / down),
    columnOf: (x) => Math.floor(Math.round(x) / across),

    draw(points) {
      const dots = new Uint8Array(columns * rows);
      let from: Point | undefined;
      for (const point of points) {
        const to = point && { x: Math.round(point.x), y: Math.round(point.y) };
        if (to) stroke(dots, from ?? to, to);
        from = to;
      }
      lines.push(dots);
    },

    row(row) {
      const stretches: Stretch[] = [];
      for (let column = 0; column < columns; column++) {
        const { text, owner } = cell(row * columns + column);
        const before = stretches.at(-1);
        if (before && before.owner === owner) before.text += text;
        else stretches.push({ text, owner });
      }
      return stretches;
    },
  };
}

const bitsIn = (byte: number) => byte.toString(2).replaceAll('0', '').length;
