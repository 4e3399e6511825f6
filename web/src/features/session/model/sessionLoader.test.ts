import { sessionMarkerCookie } from '@foyer/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import type { TabMessage } from '../../../platform/backend/tabs.ts';

const restore = vi.fn(() => Promise.resolve());
const signInGuest = vi.fn(() => Promise.resolve(false));
vi.mock('./session.ts', () => ({ createSession: () => ({ restore, signInGuest }) }));
let receive: (message: TabMessage) => void;
vi.mock('../../../platform/backend/tabs.ts', () => ({
  onTabMessage: (listener: typeof receive) => {
    receive = listener;
    return () => undefined;
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  restore.mockClear();
});

const message: TabMessage = { type: 'token', base: '', session: { idToken: '', expiresAt: 0 } };

test('SESSION-01l a login in another tab before this one listened logs in here too, once', async () => {
  const { followOtherTabs } = await import('./sessionLoader.ts');
  vi.stubGlobal('document', { cookie: `other=1; ${sessionMarkerCookie}=1` });
  followOtherTabs();
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
  receive(message);
  expect(restore).toHaveBeenCalledOnce();
});

test('SESSION-01m without a session marker no session is restored until another tab logs in', async () => {
  const { followOtherTabs } = await import('./sessionLoader.ts');
  vi.stubGlobal('document', { cookie: '' });
  followOtherTabs();
  expect(restore).not.toHaveBeenCalled();
  receive(message);
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
});

test('ROLE-04o each request for a guest session returns whether it could not be opened', async () => {
  const loader = await import('./sessionLoader.ts');
  expect(await Promise.all([loader.signInGuest(), loader.signInGuest()])).toEqual([false, false]);
});
