/** The actions of the login and account pages. They load the session's code on first use. */
import { asNotReachable, type LoginActions } from '../../features/login/loginActions.ts';
import { loadSession, type Session } from '../../features/session/index.ts';

const openSession = (): Promise<Session> => asNotReachable(loadSession());

export const loginActions: LoginActions = {
  async signInWithPassword(email, password, signal) {
    const session = await openSession();
    if (!signal.aborted) await session.signIn(email, password, signal);
  },
  async startProvider(providerId, redirect, signal) {
    const { backend } = await openSession();
    if (!signal.aborted) backend.startProvider(providerId, redirect);
  },
  sendPasswordReset: async (email, returnTo) =>
    (await openSession()).backend.sendPasswordReset(email, returnTo),
};
