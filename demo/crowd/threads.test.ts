import { expect, test } from 'vitest';
import { mediaBoardConfiguration } from '../mediaBoard.ts';
import { threadsFor } from './threads.ts';

const { mediaBoardId, contentPieces } = mediaBoardConfiguration;
const cards = contentPieces.map(({ id: contentPieceId }) => ({ mediaBoardId, contentPieceId }));
const wall = { wallId: 'bar' };

test('most cards of the demo and its wall have threads, whose speakers are numbered from 0 without gaps', () => {
  const threads = [...cards, wall].flatMap(threadsFor);
  expect(cards.filter((place) => threadsFor(place).length > 0).length).toBeGreaterThan(cards.length / 2);
  expect(threadsFor(wall)).not.toEqual([]);
  for (const thread of threads) {
    const speakers = new Set(thread.map(([speaker]) => speaker));
    expect(Math.max(...speakers)).toBe(speakers.size - 1);
  }
  const posts = threads.map(([post]) => post?.[1]);
  expect(new Set(posts).size).toBe(posts.length);
});

test('cards of other venues have no threads', () => {
  expect(threadsFor({ mediaBoardId: 'other', contentPieceId: 'other' })).toEqual([]);
});
