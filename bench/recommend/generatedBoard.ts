/** Generates boards whose authors have known tastes. */

export interface BoardOptions {
  readonly name: string;
  readonly authors: number;
  readonly pieces: number;
  /** Each author has one taste, and each piece fits one. */
  readonly tastes: number;
  /** The part of the likes that are chosen among the pieces of the own taste; the rest among all. */
  readonly focus: number;
  readonly likesPerAuthor: number;
  /** The exponent of Zipf's law for the popularity of pieces; 0: all are equally popular. */
  readonly skew: number;
}

export interface GeneratedBoard {
  readonly pieces: readonly string[];
  /** The ids of the pieces that each author likes. */
  readonly likes: readonly (readonly string[])[];
  /** By the id of a piece. */
  readonly tasteOf: ReadonlyMap<string, string>;
}

/** Deterministic pseudo-random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function generateBoard(options: BoardOptions, seed: number): GeneratedBoard {
  const { authors, pieces: pieceCount, tastes, focus, likesPerAuthor, skew } = options;
  const random = randomFrom(seed);
  const pieces = Array.from({ length: pieceCount }, (_, no) => `piece-${no}`);
  const popularities = pieces
    .map((_, no) => ({ popularity: 1 / (no + 1) ** skew, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ popularity }) => popularity);
  const sum = (taste?: number): number =>
    popularities.reduce(
      (total, popularity, no) => total + (taste === undefined || no % tastes === taste ? popularity : 0),
      0,
    );
  const sumOfAll = sum();
  const sumByTaste = Array.from({ length: tastes }, (_, taste) => sum(taste));
  const likes = Array.from({ length: authors }, () => {
    const taste = Math.floor(random() * tastes);
    const count = 1 + Math.floor(-Math.log(1 - random()) * (likesPerAuthor - 0.5));
    const weightOf = (no: number): number => {
      const popularity = popularities[no] ?? 0;
      const own = no % tastes === taste ? popularity / (sumByTaste[taste] ?? 1) : 0;
      return focus * own + ((1 - focus) * popularity) / sumOfAll;
    };
    // Weighted sampling without replacement: the smallest of exponential variables with these rates.
    return pieces
      .map((id, no) => ({ id, key: -Math.log(1 - random()) / weightOf(no) }))
      .toSorted((a, b) => a.key - b.key)
      .slice(0, Math.min(count, pieceCount / 2))
      .map(({ id }) => id);
  });
  return { pieces, likes, tasteOf: new Map(pieces.map((id, no) => [id, `taste-${no % tastes}`])) };
}
