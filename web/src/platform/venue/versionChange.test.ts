import type { VenueVersion } from '@foyer/contract';
import { expect, test } from 'vitest';
import { effectiveVersion, reactionTo } from './versionChange.ts';

const live = (publishedVersion: number, version = 9): VenueVersion => ({
  mode: 'LIVE',
  version,
  publishedVersion,
  publishedArchitectureId: publishedVersion === -1 ? null : 'nightfall',
});
const stage = (version: number): VenueVersion => ({ ...live(2, version), mode: 'STAGE' });
const guestsAllowed = { loginEnabled: false, isLoggedIn: false };

test('VERSION-03a the stage compares saved versions, the live venue published versions', () => {
  expect(effectiveVersion(stage(7))).toBe(7);
  expect(effectiveVersion(live(3, 7))).toBe(3);
});

test('VERSION-03b without a version the version number is -1, so only a published version is a change', () => {
  expect(effectiveVersion(null)).toBe(-1);
  expect(reactionTo({ current: null, received: live(-1), ...guestsAllowed })).toBe('nothing');
  expect(reactionTo({ current: null, received: live(1), ...guestsAllowed })).toBe('reloadVenue');
});

test('VERSION-03c in LIVE a new staged version is not a change', () => {
  expect(reactionTo({ current: live(3, 7), received: live(3, 8), ...guestsAllowed })).toBe('nothing');
  expect(reactionTo({ current: stage(7), received: stage(8), ...guestsAllowed })).toBe('reloadVenue');
});

test('VERSION-04a a logged-out user of a venue with a login does not reload', () => {
  const loggedOut = { loginEnabled: true, isLoggedIn: false };
  expect(reactionTo({ current: live(3), received: live(4), ...loggedOut })).toBe('nothing');
  expect(reactionTo({ current: live(3), received: live(-1), ...loggedOut })).toBe('nothing');
  expect(reactionTo({ current: live(3), received: live(4), loginEnabled: true, isLoggedIn: true })).toBe(
    'reloadVenue',
  );
});

test('VERSION-04f a page leaves the venue when another venue is published', () => {
  const otherVenue = { ...live(4), publishedArchitectureId: 'daybreak' };
  expect(reactionTo({ current: live(3), received: otherVenue, ...guestsAllowed })).toBe('leave');
  expect(reactionTo({ current: live(-1), received: otherVenue, ...guestsAllowed })).toBe('reloadVenue');
  const staged = { ...stage(8), publishedArchitectureId: 'daybreak' };
  expect(reactionTo({ current: stage(7), received: staged, ...guestsAllowed })).toBe('reloadVenue');
});

test('VERSION-04b a page leaves the venue when it is unpublished', () => {
  expect(reactionTo({ current: live(3), received: live(-1), ...guestsAllowed })).toBe('leave');
});

test('VERSION-04c a lower version reloads only the version', () => {
  expect(reactionTo({ current: live(5), received: live(3), ...guestsAllowed })).toBe('reloadVersion');
});

test('VERSION-04d a higher version reloads the venue', () => {
  expect(reactionTo({ current: live(3), received: live(4), ...guestsAllowed })).toBe('reloadVenue');
  expect(reactionTo({ current: live(-1), received: live(4), ...guestsAllowed })).toBe('reloadVenue');
  expect(reactionTo({ current: live(4), received: live(4), ...guestsAllowed })).toBe('nothing');
});
