// Only small integers and + - * /: every engine agrees to the last digit, and is fast from the first call.

/** Days between two points of the noise, and its reach in tenths of a daily movement. */
const octaves = [
  [1, 5],
  [4, 13],
  [30, 35],
  [200, 90],
  [1500, 200],
] as const;
const noiseBits = 15;
const weightBits = 12;

/** Where a day lies between two points of one octave. */
export interface Place {
  readonly point: number;
  readonly weight: number;
  readonly reach: number;
}

export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

export function placesOf(day: number): readonly Place[] {
  return octaves.map(([period, reach]) => {
    const part = (day % period) / period;
    const weight = Math.round(part * part * (3 - 2 * part) * (1 << weightBits));
    return { point: Math.floor(day / period) + period * 0x10000, weight, reach };
  });
}

/** Distance from the trend in daily movements, less than 35 either way. */
export function stray(seed: number, places: readonly Place[]): number {
  let tenths = 0;
  for (const { point, weight, reach } of places) {
    const from = pointNoise(seed, point);
    const to = pointNoise(seed, point + 1);
    tenths += (from + (((to - from) * weight) >> weightBits)) * reach;
  }
  return tenths / (10 << noiseBits);
}

function pointNoise(seed: number, point: number): number {
  let hash = Math.imul(seed ^ Math.imul(point, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return hash >> (31 - noiseBits);
}
