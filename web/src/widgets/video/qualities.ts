/** The qualities among which users choose: the levels of a stream by their height. */

export interface StreamLevel {
  /** Pixels; 0 if the playlist does not say it. */
  readonly height: number;
  readonly bitrate: number;
}

export interface Quality {
  readonly height: number;
  /** The index of its level in the stream. */
  readonly level: number;
}

/** Each height once, with its best level; the highest first. */
export function qualitiesOf(levels: readonly StreamLevel[]): Quality[] {
  const best = new Map<number, number>();
  for (const [level, { height, bitrate }] of levels.entries()) {
    const known = best.get(height);
    const isBetter = known === undefined || bitrate > (levels[known]?.bitrate ?? 0);
    if (height > 0 && isBetter) best.set(height, level);
  }
  return [...best]
    .map(([height, level]) => ({ height, level }))
    .toSorted((one, other) => other.height - one.height);
}

/** The height of a level; undefined if it is unknown. */
export function heightOf(levels: readonly StreamLevel[], level: number): number | undefined {
  const height = levels[level]?.height ?? 0;
  return height > 0 ? height : undefined;
}
