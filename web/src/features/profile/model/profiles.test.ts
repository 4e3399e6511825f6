import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileData } from '@foyer/contract';
import { createOwnProfile, setOwnProfile } from '../../session/index.ts';
import { useSidePanels } from '../../../platform/sidePanels.ts';
import { initialUser, useUser } from '../../../platform/state/user.ts';
import { createVisit, type Visit } from '../../../platform/visit/visit.ts';
import { createProfiles } from './profiles.ts';

let visit: Visit;

beforeEach(() => {
  visit = createVisit();
  useUser.setState({ user: { userId: 'ada', email: '', attributes: {} } });
  // No answer arrives.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  visit.end();
  useUser.setState(initialUser);
  vi.unstubAllGlobals();
});

const profileOf = (userId: string, name: string): ProfileData => ({
  userId,
  attributes: { name },
  isHost: false,
  visibleByRole: false,
});
const isOpen = () => useSidePanels.getState().open.some(({ id }) => id === 'profile');
const attendeeId = () => visit.get(createProfiles).store.getState().attendeeId;
const profileState = () => useUser.getState().profileState;

test('PROFILE-01 the panel is for an attendee until it is closed, and for the user with their own id', () => {
  const profiles = visit.get(createProfiles);
  profiles.openAttendee('bo');
  expect([attendeeId(), profileState(), isOpen()]).toEqual(['bo', 'LOADING_ATTENDEE', true]);
  profiles.close();
  expect([attendeeId(), profileState(), isOpen()]).toEqual([null, 'NONE', false]);
  profiles.openAttendee('ada');
  expect([attendeeId(), profileState(), isOpen()]).toEqual([null, 'OWN', true]);
});

test('the panel and the own profile of a visit end with it, and a late profile changes nothing', () => {
  visit.get(createProfiles).openAttendee('bo');
  setOwnProfile(visit, profileOf('ada', 'Ada'));
  visit.end();
  expect(isOpen()).toBe(false);
  setOwnProfile(visit, profileOf('ada', 'late'));
  expect(visit.get(createOwnProfile).getState().profile?.attributes).toEqual({ name: 'Ada' });
  const next = createVisit();
  expect(next.get(createOwnProfile).getState().profile).toBeNull();
  next.end();
});
