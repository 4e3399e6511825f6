/**
 * The profile panel of a visit (PROFILE-01): opens and closes it, and has the attendee that it shows. `profileState` of the user
 * state says whether it is open, and for whom: the user or an attendee.
 */
import type { ProfileData } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { track } from '../../../platform/analytics/track.ts';
import { ApiError } from '../../../platform/api/apiError.ts';
import { loadLazyTexts, translate } from '../../../platform/i18n/i18n.ts';
import { importWithRetry } from '../../../platform/loading/importWithRetry.ts';
import { logError } from '../../../platform/log.ts';
import { createSidePanels } from '../../../platform/sidePanels.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { useUser } from '../../../platform/state/user.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';

export interface ProfilesState {
  /** The attendee whose profile is loading or shown. */
  readonly attendeeId: string | null;
  readonly attendee: ProfileData | null;
}

export interface Profiles {
  readonly store: StoreApi<ProfilesState>;
  /** Opens the panel with the user's own profile. */
  readonly openOwn: () => void;
  /** Opens the panel with an attendee's profile. If it cannot be loaded, the panel closes with a message. */
  readonly openAttendee: (userId: string) => void;
  readonly close: () => void;
}

/** @throws ApiError if the request fails, or another error if its code cannot be downloaded */
type LoadAttendee = (userId: string, signal: AbortSignal) => Promise<ProfileData>;

const noAttendee: ProfilesState = { attendeeId: null, attendee: null };

/** @param loadAttendee what a test replaces */
export function createProfilesWith(visit: Visit, loadAttendee: LoadAttendee): Profiles {
  const { signal } = visit;
  const store = createStore<ProfilesState>(() => noAttendee);
  /** Aborted when the panel no longer waits for the profile: it has been closed, or reopened for anyone. */
  let loading: AbortController | undefined;

  async function showFailure(error: unknown): Promise<void> {
    const isGone = error instanceof ApiError && error.status === 404;
    try {
      await loadLazyTexts('profile');
      visit
        .get(createSnackbars)
        .show(translate('profile')(isGone ? 'unavailable' : 'notLoaded'), { tone: 'warning' });
    } catch (failure) {
      logError('LANGUAGE', 'texts could not be downloaded', failure);
    }
  }

  async function load(userId: string): Promise<void> {
    loading = new AbortController();
    const ended = AbortSignal.any([signal, loading.signal]);
    try {
      const attendee = await loadAttendee(userId, ended);
      if (ended.aborted) return;
      store.setState({ attendee });
      useUser.setState({ profileState: 'ATTENDEE' });
    } catch (error) {
      if (ended.aborted) return;
      close();
      await showFailure(error);
    }
  }

  // The user state belongs to the next visit once this one has ended.
  function openOwn(): void {
    if (signal.aborted) return;
    track('profile', 'open');
    store.setState(noAttendee);
    useUser.setState({ profileState: 'OWN' });
  }

  function close(): void {
    if (!signal.aborted) useUser.setState({ profileState: 'NONE' });
  }

  visit
    .get(createSidePanels)
    .follow(
      { id: 'profile', kind: 'details', close },
      useUser,
      ({ profileState }) => profileState !== 'NONE',
    );
  // However the panel is closed, the attendee is cleared.
  const onUserState = (
    { profileState }: { profileState: string },
    before: { profileState: string },
  ): void => {
    if (profileState !== 'LOADING_ATTENDEE') loading?.abort();
    if (profileState !== 'NONE' || before.profileState === 'NONE') return;
    store.setState(noAttendee);
    track('profile', 'close');
  };
  untilAborted(signal, useUser.subscribe(onUserState));

  return {
    store,
    openOwn,
    openAttendee(userId) {
      if (userId === useUser.getState().user?.userId) return openOwn();
      if (signal.aborted) return;
      loading?.abort();
      track('profile', 'open');
      store.setState({ attendeeId: userId, attendee: null });
      useUser.setState({ profileState: 'LOADING_ATTENDEE' });
      void load(userId);
    },
    close,
  };
}

const importLoader = () => import('./loadAttendee.ts');

export const createProfiles = (visit: Visit): Profiles =>
  createProfilesWith(visit, async (userId, signal) => {
    const { loadAttendee } = await importWithRetry(importLoader);
    return loadAttendee(userId, signal);
  });
