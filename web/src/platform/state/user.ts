import type { Role, StoredConsent, UserInfo } from '@foyer/contract';
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
