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
export const hasSession = ({ user, authToken }: UserState): boolean => user !== null || authToken !== null;

export const useHasSession = (): boolean => useUser(hasSession);

/** The progress of a login, for the login screen. */
export interface LoginState {
  readonly phase: 'loggedOut' | 'loggingIn' | 'loggedIn';
  /** Why a login was rejected, or `ended` if the session was ended by the server. */
  readonly error: LoginError | 'notReachable' | 'ended' | null;
  /** Whether a user has been logged out since this page was loaded. */
  readonly hasLoggedOut: boolean;
}

export const useLogin = create<LoginState>(() => ({ phase: 'loggedOut', error: null, hasLoggedOut: false }));
