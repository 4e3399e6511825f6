import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileData } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { initialUser, useUser } from '../../../platform/state/user.ts';
import { loadLazyTexts, setLanguage } from '../../../platform/i18n/i18n.ts';
import { createSidePanels } from '../../../platform/sidePanels.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { createVisit, type Visit } from '../../../platform/visit/visit.ts';
import { createOwnProfile, setOwnProfile } from '../../session/index.ts';
import { createProfilesWith, type Profiles } from './profiles.ts';

interface Request extends PromiseWithResolvers<ProfileData> {
  readonly userId: string;
  readonly signal: AbortSignal;
}

let visit: Visit;
let profiles: Profiles;
let requests: Request[];

/** A user's visit. The test answers its requests. */
function beginVisit(): [Visit, Profiles] {
  const begun = createVisit();
  const model = createProfilesWith(begun, (userId, signal) => {
    const request = { userId, signal, ...Promise.withResolvers<ProfileData>() };
    requests.push(request);
    return request.promise;
  });
  return [begun, model];
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('en');
  await loadLazyTexts('profile');
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  requests = [];
  useUser.setState({ user: { userId: 'ada', email: '', attributes: {} } });
  [visit, profiles] = beginVisit();
});
afterEach(() => {
  visit.end();
  useUser.setState(initialUser);
});

const profileOf = (userId: string, name = userId): ProfileData => ({
  userId,
  attributes: { name },
  isHost: false,
  visibleByRole: false,
});
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const isOpen = (of = visit) =>
  of
    .get(createSidePanels)
    .store.getState()
    .open.some(({ id }) => id === 'profile');
const profileState = () => useUser.getState().profileState;
const snackbarsOf = (shown: Visit) =>
  shown
    .get(createSnackbars)
    .store.getState()
    .list.map(({ text }) => text);
/** Whose profile is loading or shown, whose is shown, and in which state the panel is. */
const panel = () => {
  const { attendeeId, attendee } = profiles.store.getState();
  return [attendeeId, attendee?.userId ?? null, profileState()];
};

async function answer(index: number, result: ProfileData | Error): Promise<void> {
  if (result instanceof Error) requests[index]?.reject(result);
  else requests[index]?.resolve(result);
  await settle();
}

const notLoaded = 'The profile could not be loaded. Please try again.';
const notFound = new ApiError('PROCESSING_ERROR', 'no profile', { status: 404 });
const notReachable = new ApiError('NOT_REACHABLE', 'no reply');
const notDownloaded = new TypeError('Failed to fetch dynamically imported module');

test('PROFILE-01 the panel is for an attendee until it is closed, and for the user with their own id', async () => {
  profiles.openAttendee('bo');
  expect([...panel(), isOpen()]).toEqual(['bo', null, 'LOADING_ATTENDEE', true]);
  await answer(0, profileOf('bo'));
  expect([...panel(), isOpen()]).toEqual(['bo', 'bo', 'ATTENDEE', true]);
  profiles.close();
  expect([...panel(), isOpen()]).toEqual([null, null, 'NONE', false]);
  profiles.openAttendee('ada');
  expect([...panel(), isOpen()]).toEqual([null, null, 'OWN', true]);
  expect(requests).toHaveLength(1);
});

test.each([
  ['does not exist any more', notFound, 'This profile is no longer available.'],
  ['cannot be loaded', notReachable, notLoaded],
  ['needs code that cannot be downloaded', notDownloaded, notLoaded],
])('if the profile %s, the panel closes with a message', async (_, error, text) => {
  profiles.openAttendee('bo');
  await answer(0, error);
  expect([...panel(), isOpen()]).toEqual([null, null, 'NONE', false]);
  expect(snackbarsOf(visit)).toEqual([text]);
});

test('of two attendees the one that was opened last is shown, in whatever order the profiles arrive', async () => {
  profiles.openAttendee('bo');
  profiles.openAttendee('cy');
  expect(requests[0]?.signal.aborted).toBe(true);
  await answer(1, profileOf('cy'));
  expect(panel()).toEqual(['cy', 'cy', 'ATTENDEE']);
  await answer(0, profileOf('bo'));
  expect(panel()).toEqual(['cy', 'cy', 'ATTENDEE']);
});

test.each([
  ['closed', () => profiles.close(), [null, null, 'NONE']],
  ['reopened for the user', () => profiles.openOwn(), [null, null, 'OWN']],
  ['reopened for another attendee', () => profiles.openAttendee('cy'), ['cy', null, 'LOADING_ATTENDEE']],
])(
  'a late profile, or its failure, changes nothing in a panel that has been %s',
  async (_, change, expected) => {
    for (const result of [profileOf('bo'), notReachable]) {
      profiles.openAttendee('bo');
      const late = requests.length - 1;
      change();
      expect(panel()).toEqual(expected);
      await answer(late, result);
      expect(panel()).toEqual(expected);
    }
    expect(snackbarsOf(visit)).toEqual([]);
  },
);

test('an attendee who is opened twice is shown once: the first answer does not count, nor does its failure', async () => {
  profiles.openAttendee('bo');
  profiles.close();
  profiles.openAttendee('bo');
  await answer(0, notReachable);
  expect(panel()).toEqual(['bo', null, 'LOADING_ATTENDEE']);
  await answer(1, profileOf('bo', 'new'));
  expect(profiles.store.getState().attendee?.attributes).toEqual({ name: 'new' });
  expect(snackbarsOf(visit)).toEqual([]);
});

test.each([
  ['a profile', profileOf('bo')],
  ['a failure', notReachable],
])(
  'SESSION-10 %s that arrives after a change of account changes nothing for the next user',
  async (_, result) => {
    profiles.openAttendee('bo');
    visit.end();
    const [next, theirs] = beginVisit();
    useUser.setState({ user: { userId: 'cy', email: '', attributes: {} } });
    theirs.openAttendee('bo');
    const before = profiles.store.getState();
    await answer(0, result);
    expect(profiles.store.getState()).toBe(before);
    expect([theirs.store.getState().attendee, profileState(), isOpen(next)]).toEqual([
      null,
      'LOADING_ATTENDEE',
      true,
    ]);
    expect([...snackbarsOf(visit), ...snackbarsOf(next)]).toEqual([]);
    next.end();
  },
);

test('SESSION-10 what the previous user requested late opens and closes nothing for the next one', () => {
  visit.end();
  const [next, theirs] = beginVisit();
  for (const open of [() => profiles.openOwn(), () => profiles.openAttendee('bo')]) {
    open();
    expect([profileState(), isOpen(next), requests.length]).toEqual(['NONE', false, 0]);
  }
  theirs.openOwn();
  profiles.close();
  expect([profileState(), isOpen(next)]).toEqual(['OWN', true]);
  next.end();
});

test('the panel and the own profile of a visit end with it, and a late profile changes nothing', () => {
  profiles.openAttendee('bo');
  setOwnProfile(visit, profileOf('ada', 'Ada'));
  visit.end();
  setOwnProfile(visit, profileOf('ada', 'late'));
  expect(visit.get(createOwnProfile).getState().profile?.attributes).toEqual({ name: 'Ada' });
  const next = createVisit();
  expect(isOpen(next)).toBe(false);
  expect(next.get(createOwnProfile).getState().profile).toBeNull();
  next.end();
});
