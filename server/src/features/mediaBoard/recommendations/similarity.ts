/**
 * How well a content piece fits to those that a user likes (its *seeds*): item to item, from co-likes.
 *
 * The score of a piece is the share of those who like a seed that also like the piece, summed over the seeds. The share
 * among few says little, so it is mixed with the share of all authors (shrinkage). All of it takes one pass over the
 * likes of those who like a seed, so there is no matrix of all pairs to keep. `npm run bench -- recommend` compares the
 * constants.
 */
import type { LikeGraph } from './likeGraph.ts';

export interface SimilarityOptions {
  /** As how many likers of a seed all authors count. */
  readonly shrinkage: number;
  /** How far pieces that many like are moved back: 0 not at all, 1 as far as they have likes. */
  readonly popularityPenalty: number;
}
export const similarityOptions: SimilarityOptions = { shrinkage: 100, popularityPenalty: 0.5 };

/** So many must like two pieces before one is the reason for the other. */
const coLikesMin = 2;

export class Similarity {
  private readonly graph: LikeGraph;
  private readonly seeds: readonly string[];
  private readonly options: SimilarityOptions;
  /** By the number of a piece: the sum over the seeds, without the part of all authors. */
  private readonly shares: Float64Array;
  /** The sum over the seeds of the part of all authors. */
  private readonly partOfAll: number;

  /** @param seeds the ids of content pieces */
  constructor(graph: LikeGraph, seeds: readonly string[], options = similarityOptions) {
    this.graph = graph;
    this.seeds = seeds;
    this.options = options;
    const shares = new Float64Array(graph.pieceCount);
    const weights = new Float64Array(graph.authorCount);
    let partOfAll = seeds.length === 0 ? 1 : 0;
    for (const seed of seeds) {
      const authors = graph.authorsOf(seed);
      const weight = 1 / (authors.length + options.shrinkage);
      for (const author of authors) weights[author] = (weights[author] ?? 0) + weight;
      partOfAll += weight * options.shrinkage;
    }
    this.partOfAll = partOfAll;
    weights.forEach((weight, author) => {
      if (weight === 0) return;
      for (const piece of graph.piecesOf(author)) shares[piece] = (shares[piece] ?? 0) + weight;
    });
    this.shares = shares;
  }

  /** Without seeds, pieces with more likes have a higher score. 0 without likes. */
  scoreOf(contentPieceId: string): number {
    const share = this.shareOfAll(contentPieceId);
    if (share === 0) return 0;
    const shares = this.shares[this.graph.pieceNumber(contentPieceId) ?? -1] ?? 0;
    // Rounded: the last digits of a sum depend on the order of the authors, which differs between nodes.
    return Math.fround((shares + this.partOfAll * share) / share ** this.options.popularityPenalty);
  }

  /** The seed whose likers like the piece most, if they like it more than all authors do. */
  closestSeed(contentPieceId: string): string | undefined {
    const { shrinkage } = this.options;
    const share = this.shareOfAll(contentPieceId);
    const likers = new Uint8Array(this.graph.authorCount);
    for (const author of this.graph.authorsOf(contentPieceId)) likers[author] = 1;
    let closest: string | undefined;
    let highest = share;
    for (const seed of this.seeds) {
      const authors = this.graph.authorsOf(seed);
      let coLikes = 0;
      for (const author of authors) coLikes += likers[author] ?? 0;
      const shareOfLikers = (coLikes + shrinkage * share) / (authors.length + shrinkage);
      if (coLikes < coLikesMin || shareOfLikers <= highest) continue;
      highest = shareOfLikers;
      closest = seed;
    }
    return closest;
  }

  private shareOfAll(contentPieceId: string): number {
    const { graph } = this;
    return graph.authorCount === 0 ? 0 : graph.authorsOf(contentPieceId).length / graph.authorCount;
  }
}
