import { median } from './measure.mjs';

/**
 * Measures every row once a round, so that each has its share of all that goes on beside it.
 * @param seconds after which no other run is begun
 */
export async function measure(groups, { rounds, seconds, tell = () => {} }) {
  const end = performance.now() + seconds * 1000;
  const isOver = () => performance.now() > end;
  const samples = new Map();
  const stages = new Map();
  try {
    for (let round = 0; round < rounds && !isOver(); round++) {
      tell(`round ${round + 1}`);
      for (const group of groups) {
        if (isOver()) break;
        if (!stages.has(group)) stages.set(group, await group.open());
        for (const row of group.rows) {
          if (isOver()) break;
          const taken = samples.get(row) ?? [];
          samples.set(row, [...taken, await pair(row, stages.get(group), round)]);
        }
      }
    }
  } finally {
    for (const { close } of stages.values()) await close?.();
  }
  return [...samples].flatMap(([row, pairs]) => resultsOf(row, pairs));
}

/** Each begins in every other round. */
async function pair({ ours, other }, stage, round) {
  if (round % 2 === 0) return { ours: await ours(stage), other: await other(stage) };
  const theirs = await other(stage);
  return { ours: await ours(stage), other: theirs };
}

function resultsOf(row, pairs) {
  const { figure = 'cpu', withPeak, wantsIdle } = row;
  const all = (figureOf) => median(pairs.map(figureOf));
  const [time, peak] = worksOf(row);
  const compared = {
    ...time,
    pairs: pairs.length,
    ours: rounded(all(({ ours }) => ours[figure])),
    other: rounded(all(({ other }) => other[figure])),
    wantsIdle,
    ratio: Number(all(({ ours, other }) => ours[figure] / other[figure]).toFixed(3)),
  };
  return withPeak
    ? [compared, { ...peak, pairs: pairs.length, ours: rounded(all(({ ours }) => ours.peak)) }]
    : [compared];
}

const rounded = (number) => Number(number.toPrecision(4));

/** What a row tells: the time that it takes, beside another's, and perhaps its peak of memory. */
export function worksOf({ work, against, figure = 'cpu', withPeak }) {
  const time = { work, against, figure };
  return withPeak ? [time, { work: `${work}: memory`, against: 'its peak', figure: 'peak' }] : [time];
}
