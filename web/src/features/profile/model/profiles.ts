/**
 * The profile panel of a visit (PROFILE-01): opens and closes it, and has the attendee that it shows. `profileState` of the user
 * state says whether it is open, and for whom: nobody, the user, or an attendee.
 */
import type { ProfileData } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { track } from '../../../platform/analytics/track.ts';
import { followStore } from '../../../platform/sidePanels.ts';
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

const noAttendee: ProfilesState = { attendeeId: null, attendee: null };

const close = (): void => useUser.setState({ profileState: 'NONE' });

export function createProfiles(visit: Visit): Profiles {
  const { signal } = visit;
  const store = createStore<ProfilesState>(() => noAttendee);

  /** Whether the panel still waits for this profile: it may have been closed or reopened for another one. */
  const isAwaited = (userId: string): boolean =>
    !signal.aborted &&
    useUser.getState().profileState === 'LOADING_ATTENDEE' &&
    store.getState().attendeeId === userId;

  async function load(userId: string): Promise<void> {
    const { loadAttendee, reportFailure } = await import('./loadAttendee.ts');
    try {
      const attendee = await loadAttendee(userId, signal);
      if (!isAwaited(userId)) return;
      store.setState({ attendee });
      useUser.setState({ profileState: 'ATTENDEE' });
    } catch (error) {
      if (!isAwaited(userId)) return;
      close();
      await reportFailure(visit, error);
    }
  }

  function openOwn(): void {
    track('profile', 'open');
    store.setState(noAttendee);
    useUser.setState({ profileState: 'OWN' });
  }

  followStore(
    { id: 'profile', kind: 'details', close },
    useUser,
    ({ profileState }) => profileState !== 'NONE',
    signal,
  );
  // However the panel is closed, the attendee is cleared.
  const onUserState = (
    { profileState }: { profileState: string },
    before: { profileState: string },
  ): void => {
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
      track('profile', 'open');
      store.setState({ attendeeId: userId, attendee: null });
      useUser.setState({ profileState: 'LOADING_ATTENDEE' });
      void load(userId);
    },
    close,
  };
}
