/** How far a login is, for the screen that waits for it. */
import type { LoginError } from '@foyer/contract';
import { create } from 'zustand';

export interface LoginState {
  readonly phase: 'loggedOut' | 'loggingIn' | 'loggedIn';
  /** Why somebody who had signed in was not let in. */
  readonly refusal: LoginError | null;
  /** Somebody has logged out, or was, since this page was loaded. */
  readonly left: boolean;
}

export const useLogin = create<LoginState>(() => ({ phase: 'loggedOut', refusal: null, left: false }));
