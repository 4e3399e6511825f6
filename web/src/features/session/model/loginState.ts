import type { LoginError } from '@foyer/contract';
import { create } from 'zustand';

/** The progress of a login, for the login screen. */
export interface LoginState {
  readonly phase: 'loggedOut' | 'loggingIn' | 'loggedIn';
  /** Why a login was rejected, or `ended` if the session was ended by the server. */
  readonly error: LoginError | 'notReachable' | 'ended' | null;
  /** Whether a user has been logged out since this page was loaded. */
  readonly hasLoggedOut: boolean;
}

export const useLogin = create<LoginState>(() => ({ phase: 'loggedOut', error: null, hasLoggedOut: false }));
