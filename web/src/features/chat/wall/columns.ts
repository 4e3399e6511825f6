/** In which columns the posts of a presented wall are. Pure functions. */
import type { ChatMessage } from '@foyer/contract';

/** By the sequence number of the post: its column, from 0. */
export type Columns = ReadonlyMap<number, number>;

/** Letters in a line of a post, about. */
const lineLength = 38;
/** Lines that a post shows at most; the presentation cuts longer ones. */
const maxLines = 8;

/** How high a post is, about, in lines. */
function heightOf({ text, upload }: Pick<ChatMessage, 'text' | 'upload'>): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.ceil(Math.max(1, line.length) / lineLength), 0);
  const { width = 4, height = 3 } = upload ?? {};
  return 3 + Math.min(maxLines, lines) + (upload ? Math.min(10, (10 * height) / width) : 0);
}

/**
 * Adds new posts to the lowest column, and removes those that are gone. A post stays in its column, so that a new one moves
 * only those below it.
 * @param posts the newest first
 * @param before the columns so far, which are returned if nothing changes
 */
export function assignColumns(posts: readonly ChatMessage[], count: number, before: Columns): Columns {
  const heights = Array.from({ length: count }, () => 0);
  const next = new Map<number, number>();
  for (const post of posts.toReversed()) {
    const column = before.get(post.seq) ?? heights.indexOf(Math.min(...heights));
    heights[column] = (heights[column] ?? 0) + heightOf(post);
    next.set(post.seq, column);
  }
  const isSame = next.size === before.size && [...next.keys()].every((seq) => before.has(seq));
  return isSame ? before : next;
}
