/** What the login and account pages ask of the session, which they bring along as a piece of its own. */
import { openSession } from '../platform/session/entrance.ts';

export const signInWays = {
  signInWithPassword: async (email: string, password: string): Promise<void> =>
    (await openSession()).backend.signInWithPassword(email, password),
  startProvider: (providerId: string, redirect: string): void =>
    void openSession().then(({ backend }) => backend.startProvider(providerId, redirect)),
  sendPasswordReset: async (email: string, returnTo: string): Promise<void> =>
    (await openSession()).backend.sendPasswordReset(email, returnTo),
};
