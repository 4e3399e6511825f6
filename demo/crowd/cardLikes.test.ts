import { architecture } from '@foyer/contract';
import { expect, test } from 'vitest';
import { randomNumbers } from '../randomNumbers.ts';
import { demoVenue } from '../venue.ts';
import { CardLikes, cardsOf } from './cardLikes.ts';

const { areas } = architecture.parse(demoVenue.architectures[0]);
const cards = cardsOf(areas, randomNumbers(1));

/** How often each card is liked after each attendee has made some changes. */
function countLikes(attendees: number, changes: number): number[] {
  const counts = new Map(cards.map(({ contentPieceId }) => [contentPieceId, 0]));
  for (let index = 0; index < attendees; index += 1) {
    const likes = new CardLikes(cards, randomNumbers(100 + index));
    for (let step = 0; step < changes; step += 1) {
      const change = likes.next('expo');
      if (change === undefined) continue;
      const { contentPieceId } = change.card;
      counts.set(contentPieceId, (counts.get(contentPieceId) ?? 0) + (change.isLiked ? 1 : -1));
    }
  }
  return cards.map(({ contentPieceId }) => counts.get(contentPieceId) ?? 0);
}

test('attendees like some cards of the demo much more often than others', () => {
  expect(cards).toHaveLength(12);
  const counts = countLikes(200, 20);
  const [most = 0, , , fourth = 0] = counts;
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThanOrEqual(200);
  expect(fourth).toBeLessThan(most / 2);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test('the same random numbers make the same cards popular', () => {
  expect(cardsOf(areas, randomNumbers(1))).toEqual(cards);
});

test('an attendee likes no card twice without taking the like back, and some likes are taken back', () => {
  const likes = new CardLikes(cards, randomNumbers(5));
  const liked = new Map<string, boolean>();
  let unlikes = 0;
  for (let step = 0; step < 300; step += 1) {
    const change = likes.next('expo');
    if (change === undefined) continue;
    const { contentPieceId } = change.card;
    expect(liked.get(contentPieceId) ?? false).toBe(!change.isLiked);
    liked.set(contentPieceId, change.isLiked);
    if (!change.isLiked) unlikes += 1;
  }
  expect(liked.size).toBeGreaterThan(1);
  expect(unlikes).toBeGreaterThan(1);
});

test('an attendee likes nothing in an area without a media board', () => {
  const likes = new CardLikes(cards, randomNumbers(5));
  expect(Array.from({ length: 20 }, () => likes.next('lobby'))).toEqual(Array(20).fill(undefined));
});
