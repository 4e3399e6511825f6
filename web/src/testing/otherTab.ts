/** Another tab of this browser, which the page shares its session with. */
import { browserTabs } from '../platform/backend/tabs.ts';
import type { FakeServer, FakeUser } from './fakeServer.ts';

export const logInElsewhere = (server: FakeServer, user: FakeUser): void =>
  browserTabs().broadcast({ type: 'token', base: '', session: server.openSession(user) });

export function logOutElsewhere(server: FakeServer): void {
  server.signedIn = undefined;
  browserTabs().broadcast({ type: 'signedOut' });
}
