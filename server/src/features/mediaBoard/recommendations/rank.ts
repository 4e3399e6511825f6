/** The order in which content pieces are recommended to a user, and why each of them. */
import { hash } from 'node:crypto';
import type { Recommendation } from '@foyer/contract';
import type { TaggedPieces } from '../shownBoards.ts';
import type { LikeGraph } from './likeGraph.ts';
import { Similarity, similarityOptions } from './similarity.ts';

/** For who likes nothing yet, each tenth piece has few likes: it would never be seen otherwise. */
const rarelyLikedEvery = 10;
/** Less than this part of the average of the board are few likes. */
const fewLikes = 0.5;

export interface RankInput {
  readonly graph: LikeGraph;
  /** What the venue shows. */
  readonly shown: TaggedPieces;
  readonly userId: string;
  /** The ids of the content pieces that the user likes. */
  readonly liked: ReadonlySet<string>;
  readonly limit: number;
}

interface Candidate {
  readonly contentPieceId: string;
  readonly tags: readonly string[];
  readonly hasFewLikes: boolean;
  readonly score: number;
}

/**
 * Shown pieces that the user has not liked, the best first. Two with a common tag are next to each other only where no
 * others are left. A lower limit returns the beginning of the same list.
 */
export function rank(input: RankInput, options = similarityOptions): Recommendation[] {
  const { graph, shown, liked, userId, limit } = input;
  const seeds = [...shown.keys()].filter((id) => liked.has(id));
  const similarity = new Similarity(graph, seeds, options);
  const candidates = candidatesOf(input, similarity);
  const best = candidates.toSorted((a, b) => b.score - a.score);
  const hasFewLikes = candidates.filter((candidate) => candidate.hasFewLikes);
  const rarelyLiked = liked.size === 0 ? startAtUser(hasFewLikes, userId) : [];
  const taken = new Set<Candidate>();
  const ranked: Recommendation[] = [];
  let previous: Candidate | undefined;
  const isFree = (candidate: Candidate): boolean => !taken.has(candidate);
  const hasOtherTags = ({ tags }: Candidate): boolean => !tags.some((tag) => previous?.tags.includes(tag));
  const fits = (candidate: Candidate): boolean => isFree(candidate) && hasOtherTags(candidate);
  while (ranked.length < Math.min(limit, candidates.length)) {
    const isForRare = (ranked.length + 1) % rarelyLikedEvery === 0;
    const rare = isForRare ? rarelyLiked.find(fits) : undefined;
    const next = rare ?? best.find(fits) ?? best.find(isFree);
    if (next === undefined) break;
    const seed = next === rare ? undefined : similarity.closestSeed(next.contentPieceId);
    ranked.push({ contentPieceId: next.contentPieceId, because: reason(next, seed) });
    taken.add(next);
    previous = next;
  }
  return ranked;
}

function candidatesOf({ graph, shown, liked }: RankInput, similarity: Similarity): Candidate[] {
  const likesOf = (id: string): number => graph.authorsOf(id).length;
  const likes = [...shown.keys()].reduce((sum, id) => sum + likesOf(id), 0);
  const few = (likes / shown.size) * fewLikes;
  return [...shown]
    .filter(([id]) => !liked.has(id))
    .map(([contentPieceId, tags]) => ({
      contentPieceId,
      tags,
      hasFewLikes: likesOf(contentPieceId) <= few,
      score: similarity.scoreOf(contentPieceId),
    }));
}

/** Begins somewhere else for each user, so that pieces with few likes are shown to some of them each. */
function startAtUser<T>(list: readonly T[], userId: string): T[] {
  const start = Number.parseInt(hash('sha256', userId).slice(0, 8), 16) % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}

function reason({ hasFewLikes }: Candidate, seed: string | undefined): Recommendation['because'] {
  if (seed !== undefined) return { kind: 'liked', contentPieceId: seed };
  return { kind: hasFewLikes ? 'rarelyLiked' : 'popular' };
}
