import type { LoginError, Role, StoredConsent, UserInfo } from '@foyer/contract';
import { create } from 'zustand';

export interface UserState {
  readonly isLoggedIn: boolean;
  readonly user: UserInfo | null;
  readonly authToken: string | null;
  readonly trackingConsentGiven: boolean;
  readonly localStorageCookieProviders: readonly StoredConsent[];
  /** Which profile is open. */
  readonly profileState: 'NONE' | 'OWN' | 'LOADING_ATTENDEE' | 'ATTENDEE';
  readonly roles: readonly Role[];
}

export const initialUser: UserState = {
  isLoggedIn: false,
  user: null,
  authToken: null,
  trackingConsentGiven: false,
  localStorageCookieProviders: [],
  profileState: 'NONE',
  roles: [],
};

export const useUser = create<UserState>(() => initialUser);

/** Whether there is a session, of a user or of a guest. */
export const useHasSession = (): boolean =>
  useUser(({ user, authToken }) => user !== null || authToken !== null);

export const closeProfile = (): void => useUser.setState({ profileState: 'NONE' });

/** How far a login is, for the screen that waits for it. */
export interface LoginState {
  readonly phase: 'loggedOut' | 'loggingIn' | 'loggedIn';
  /** Why somebody who had logged in was not let in, or is in no more (`ended`). */
  readonly refusal: LoginError | 'notReachable' | 'ended' | null;
  /** Somebody has logged out, or was, since this page was loaded. */
  readonly left: boolean;
}

export const useLogin = create<LoginState>(() => ({ phase: 'loggedOut', refusal: null, left: false }));

/** What a session that ended leaves behind: consents belong to the browser and stay. */
export const endSession = (): void =>
  useUser.setState({ isLoggedIn: false, user: null, authToken: null, profileState: 'NONE', roles: [] });
