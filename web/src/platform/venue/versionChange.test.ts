import type { VenueVersion } from '@foyer/contract';
import { expect, test } from 'vitest';
import { countingVersion, reactionTo } from './versionChange.ts';

const live = (publishedVersion: number, version = 9): VenueVersion => ({
  mode: 'LIVE',
  version,
  publishedVersion,
  publishedArchitectureId: publishedVersion === -1 ? null : 'nightfall',
});
const stage = (version: number): VenueVersion => ({ ...live(2, version), mode: 'STAGE' });
const anybody = { loginEnabled: false, isLoggedIn: false };

test('VERSION-03a the stage compares the version, LIVE the published one', () => {
  expect(countingVersion(stage(7))).toBe(7);
  expect(countingVersion(live(3, 7))).toBe(3);
});

test('VERSION-03b both start at -1', () => {
  expect(countingVersion(null)).toBe(-1);
  expect(reactionTo({ known: null, heard: live(-1), ...anybody })).toBe('nothing');
  expect(reactionTo({ known: null, heard: live(1), ...anybody })).toBe('reloadVenue');
});

test('VERSION-03c in LIVE a new staged version is no change', () => {
  expect(reactionTo({ known: live(3, 7), heard: live(3, 8), ...anybody })).toBe('nothing');
  expect(reactionTo({ known: stage(7), heard: stage(8), ...anybody })).toBe('reloadVenue');
});

test('VERSION-04a a login that is needed and not there: nothing', () => {
  const nobody = { loginEnabled: true, isLoggedIn: false };
  expect(reactionTo({ known: live(3), heard: live(4), ...nobody })).toBe('nothing');
  expect(reactionTo({ known: live(3), heard: live(-1), ...nobody })).toBe('nothing');
  expect(reactionTo({ known: live(3), heard: live(4), loginEnabled: true, isLoggedIn: true })).toBe(
    'reloadVenue',
  );
});

test('VERSION-04f another venue went live: the open one is left for it', () => {
  const elsewhere = { ...live(4), publishedArchitectureId: 'daybreak' };
  expect(reactionTo({ known: live(3), heard: elsewhere, ...anybody })).toBe('leave');
  expect(reactionTo({ known: live(-1), heard: elsewhere, ...anybody })).toBe('reloadVenue');
  const staged = { ...stage(8), publishedArchitectureId: 'daybreak' };
  expect(reactionTo({ known: stage(7), heard: staged, ...anybody })).toBe('reloadVenue');
});

test('VERSION-04b -1: the venue is left', () => {
  expect(reactionTo({ known: live(3), heard: live(-1), ...anybody })).toBe('leave');
});

test('VERSION-04c a lower one: the version is loaded again', () => {
  expect(reactionTo({ known: live(5), heard: live(3), ...anybody })).toBe('reloadVersion');
});

test('VERSION-04d otherwise the whole venue', () => {
  expect(reactionTo({ known: live(3), heard: live(4), ...anybody })).toBe('reloadVenue');
  expect(reactionTo({ known: live(-1), heard: live(4), ...anybody })).toBe('reloadVenue');
  expect(reactionTo({ known: live(4), heard: live(4), ...anybody })).toBe('nothing');
});
