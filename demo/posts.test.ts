import { existsSync } from 'node:fs';
import { chatTextLength } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { crowdAccount } from './crowd/accounts.ts';
import { threadsFor } from './crowd/threads.ts';
import { mediaBoardConfiguration } from './mediaBoard.ts';
import { demoAccounts } from './people.ts';
import { authors, cardLikes, demoPlaces } from './posts.ts';

const posts = demoPlaces.flatMap(({ threads }) => threads.flat());
const cards = mediaBoardConfiguration.contentPieces.map(({ id }) => id);
const countOf = (index: number): number => demoPlaces[index]?.threads.flat().length ?? 0;

test('the wall of the demo begins with ten posts, and four cards with discussions of some comments each', () => {
  expect(demoPlaces.map(({ place }) => ('wallId' in place ? place.wallId : place.contentPieceId))).toEqual([
    'bar',
    'poster-window',
    'sky',
    'poster-garden',
    'which-lamp',
  ]);
  expect(demoPlaces[0]?.threads).toHaveLength(10);
  for (const index of [1, 2, 3, 4]) {
    expect(countOf(index)).toBeGreaterThanOrEqual(2);
    expect(countOf(index)).toBeLessThanOrEqual(5);
    expect(demoPlaces[index]?.threads.some(({ length }) => length > 1)).toBe(true);
  }
});

test('the first posts are written by attendees of the demo, in three languages, some with pictures', () => {
  const emails = new Set(demoAccounts.map(({ email }) => email));
  for (const [name, account] of Object.entries(authors)) {
    if (typeof account === 'string') expect(emails).toContain(account);
    else if (name === 'nour') expect(crowdAccount(account).person.name).toMatch(/^نور /u);
    else expect(crowdAccount(account).person.name.toLowerCase()).toMatch(new RegExp(`^${name} `, 'u'));
  }
  expect(new Set(posts.map(({ author }) => author)).size).toBe(Object.keys(authors).length);
  expect(posts.some(({ text }) => /\p{Script=Arabic}/u.test(text))).toBe(true);
  expect(posts.some(({ text }) => /\b(?:der|das|die)\b/u.test(text))).toBe(true);
  const pictures = posts.flatMap(({ picture }) => picture ?? []);
  expect(pictures).toHaveLength(3);
  for (const { file } of pictures)
    expect(existsSync(new URL(`assets/${file}`, import.meta.url)), file).toBe(true);
});

test('no first post is written twice, also not by the simulated attendees who come later', () => {
  const later = demoPlaces.flatMap(({ place }) => threadsFor(place)).flatMap((thread) => thread);
  const texts = [...posts.map(({ text }) => text), ...later.map(([, text]) => text)];
  expect(new Set(texts).size).toBe(texts.length);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(chatTextLength);
});

test('nothing has more likes than there are attendees to give them, and only cards of the board are liked', () => {
  const others = Object.keys(authors).length - 1;
  const counts = [...posts.map(({ likes = 0 }) => likes), ...Object.values(cardLikes)];
  expect(Math.max(...counts)).toBeLessThanOrEqual(others);
  expect(cards).toEqual(expect.arrayContaining(Object.keys(cardLikes)));
  expect(new Set(Object.values(cardLikes)).size).toBeGreaterThan(5);
});
