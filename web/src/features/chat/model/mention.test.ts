import { expect, test } from 'vitest';
import { findMentionQuery, matchingPeople, mentionedIds, mentionReplacement } from './mention.ts';

const ada = { uid: 'u1', name: 'Ada Lovelace' };
const lea = { uid: 'u2', name: 'Léa Fontaine' };

test('a mention starts with @ at the start of a word', () => {
  expect(findMentionQuery('Hi @Ad', 6)).toEqual({ from: 3, typed: 'Ad' });
  expect(findMentionQuery('@', 1)).toEqual({ from: 0, typed: '' });
  expect(findMentionQuery('mail@ada', 8)).toBeUndefined();
  expect(findMentionQuery('Hi @Ada ', 8)).toBeUndefined();
  expect(findMentionQuery('Hi @Ada and then something else', 31)).toBeUndefined();
});

test('people match by the start of any word of their name, ignoring accents', () => {
  expect(matchingPeople([ada, lea], 'lov')).toEqual([ada]);
  expect(matchingPeople([ada, lea], 'lea')).toEqual([lea]);
  expect(matchingPeople([ada, lea, { uid: 'anon-1' }], '')).toEqual([ada, lea]);
});

test('the name replaces the typed text, and counts as a mention while it is in the text', () => {
  expect(mentionReplacement('Hi @ad you', { from: 3, typed: 'ad' }, 'Ada Lovelace')).toEqual({
    from: 3,
    to: 7,
    inserted: '@Ada Lovelace ',
  });
  expect(mentionReplacement('Hi @ad', { from: 3, typed: 'ad' }, 'Ada')).toMatchObject({ from: 3, to: 6 });
  expect(mentionedIds('Hi @Ada Lovelace you', [ada, lea, ada])).toEqual(['u1']);
});
